#include "selvage/random/bulk/digits.hpp"

#include <cassert>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

constexpr unsigned kMostBits = 6;  // of a digit: a table of bytes has room for 0..63
constexpr std::int64_t kMostNumber = std::int64_t{1} << 62;

// The bits below B: so many that B has a scale of at most 2, and one more where that
// takes no further digit, because B is then open less often.
unsigned bits_below(const Rational& scale) {
  unsigned bits = 0;
  while (scale > Rational::power_of_two(static_cast<long>(bits) + 1)) ++bits;
  return bits % kMostBits == 0 ? bits : bits + 1;
}

}  // namespace

bool Digits::fits(const Rational& scale) {
  return scale >= Rational::power_of_two(-62) && scale <= Rational::power_of_two(36);
}

Result<Digits> Digits::make(Sides sides, const Rational& scale, unsigned places,
                            const ByteKernel& kernel) {
  if (!fits(scale))
    return wrong("the scale is " + scale.short_text() + ", not between 2^-62 and 2^36");
  Digits digits(sides);
  const unsigned bits = bits_below(scale);
  for (unsigned shift = 0;;) {
    const Rational place = scale * Rational::power_of_two(-static_cast<long>(shift));
    const unsigned width = std::min(kMostBits, bits - shift);
    const auto law =
        width == 0 ? ThresholdLaw::geometric(place)
                   : ThresholdLaw::truncated(place, (std::int64_t{1} << width) - 1);
    if (!law) return law.error();
    const auto table = ByteTable::make(*law, places, kernel);
    if (!table) return table.error();
    digits.tables_.push_back(*table);
    digits.shifts_.push_back(shift);
    if (width == 0) break;
    shift += width;
  }
  assert(digits.tables_.size() <= ByteJoin::kMostPlanes);
  return digits;
}

std::size_t Digits::join(const Planes& planes, const ByteTable::Scratch& scratch,
                         std::size_t blocks, std::int64_t* out) const {
  const bool two = sides_ == Sides::two;
  ByteJoin batch{{},     {}, tables_.size(), two ? scratch.signs.data() : nullptr, two,
                 blocks, out};
  for (std::size_t d = 0; d < tables_.size(); ++d) {
    batch.planes[d] = planes[d].data();
    batch.shifts[d] = shifts_[d];
  }
  if (scratch.large.empty()) return tables_[0].kernel().join(batch);
  // Some B is too large for its byte, which happens less than once in e^64 draws:
  // number by number. B is drawn last, so that the list is its own.
  std::vector<std::int64_t> sizes(blocks * kBlockLanes);
  for (std::size_t lane = 0; lane < sizes.size(); ++lane)
    for (std::size_t d = 0; d < tables_.size(); ++d)
      sizes[lane] += std::int64_t{planes[d][lane]} << shifts_[d];
  // Numbers end at 2^62, which is less likely than e^(-2^25) to be seen.
  for (const auto& [lane, size] : scratch.large)
    sizes[lane] += std::min(size, kMostNumber >> shifts_.back()) << shifts_.back();
  std::size_t count = 0;
  for (std::size_t lane = 0; lane < sizes.size(); ++lane) {
    const bool minus =
        two && (scratch.signs[lane / kBlockLanes] >> lane % kBlockLanes & 1) == 1;
    if (minus && sizes[lane] == 0) continue;
    out[count++] = minus ? -sizes[lane] : sizes[lane];
  }
  explicit_bzero(sizes.data(), sizes.size() * sizeof sizes[0]);
  return count;
}

}  // namespace selvage
