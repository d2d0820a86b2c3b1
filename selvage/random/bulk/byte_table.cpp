#include "selvage/random/bulk/byte_table.hpp"

#include <cassert>

#include "selvage/base/errors.hpp"

namespace selvage {

std::span<const ByteKernel> byte_kernels() {
#if defined(__x86_64__)
  static const std::array kernels{kAvx512Bytes, kPlainBytes};
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
    return kernels;
  return std::span(kernels).subspan(1);
#else
  static const std::array kernels{kPlainBytes};
  return kernels;
#endif
}

bool ByteTable::fits(const ThresholdLaw& law) {
  if (law.about_count(8) > 2 * ByteCells::kSize || !ThresholdTable::fits(law))
    return false;
  const auto floors = law.floors(8);
  return floors && floors->size() <= ByteCells::kSize;
}

Result<ByteTable> ByteTable::make(const ThresholdLaw& law, unsigned places,
                                  const ByteKernel& kernel) {
  assert(16 <= places);
  if (!fits(law)) return wrong("the law has too many values for a table of bytes");
  const auto table = ThresholdTable::make(law, places);
  if (!table) return table.error();
  return ByteTable(*table, kernel);
}

ByteTable::ByteTable(const ThresholdTable& table, const ByteKernel& kernel)
    : table_(table), kernel_(kernel) {
  const auto& bounds = table_.bounds();
  // The 0 behind the bounds stands for thresholds below all places, if there are any.
  const auto last = table_.law().last();
  const bool ends = last && bounds.size() - 1 == static_cast<std::size_t>(*last);
  const std::size_t count = bounds.size() - (ends ? 1 : 0);
  std::size_t next = 0;  // the first bound that is not above the cell
  for (std::size_t cell = 256; cell-- > 0;) {
    const std::size_t size = next;
    while (next < count && bounds[next] >> 56 == cell) ++next;
    const std::size_t inside = next - size;
    // A larger size would reach into the flags.
    assert(size <= ByteCells::kSize);
    cells_.cells[cell] =
        static_cast<std::uint8_t>(size | (inside == 1 ? ByteCells::kOne : 0) |
                                  (inside > 1 ? ByteCells::kSeveral : 0));
    cells_.seconds[cell] =
        static_cast<std::uint8_t>(inside == 1 ? bounds[size] >> 48 & 255 : 0);
  }
}

std::uint64_t ByteTable::first_bytes(const std::uint64_t* words, std::uint32_t lane) {
  const std::size_t word = lane / kBlockLanes * kBlockWords + lane % kBlockLanes / 8;
  const unsigned shift = lane % 8 * 8;
  return (words[word] >> shift & 255) << 8 |
         (words[word + kBlockWords / 2] >> shift & 255);
}

void ByteTable::join(const ByteJoin& batch, const Scratch& scratch) const {
  kernel_.join(batch);
  for (const auto& [lane, size] : scratch.large) {
    const bool minus = batch.signs != nullptr &&
                       (batch.signs[lane / kBlockLanes] >> lane % kBlockLanes & 1) == 1;
    batch.out[lane] = minus ? -size : size;
  }
}

void ByteTable::Scratch::wipe(std::size_t lanes) {
  const std::size_t blocks = (lanes + kBlockLanes - 1) / kBlockLanes;
  explicit_bzero(words.data(), blocks * kBlockWords * sizeof words[0]);
  explicit_bzero(signs.data(), blocks * sizeof signs[0]);
  explicit_bzero(unsure.data(), (most_unsure + 2) * sizeof unsure[0]);
  forget_large();
}

void ByteTable::Scratch::forget_large() {
  if (!large.empty()) explicit_bzero(large.data(), large.size() * sizeof large[0]);
  large.clear();
}

}  // namespace selvage
