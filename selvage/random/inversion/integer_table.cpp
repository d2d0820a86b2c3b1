#include "selvage/random/inversion/integer_table.hpp"

#include <cassert>
#include <limits>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

constexpr std::size_t kGroup = 4;  // words that are scanned side by side, in registers

}  // namespace

Result<IntegerTable> IntegerTable::make(std::span<const std::uint64_t> weights,
                                        Search search) {
  constexpr Uint128 whole = Uint128{1} << 64;
  Uint128 sum = 0;
  std::int64_t first = 0;
  std::vector<std::uint64_t> ends;
  for (const std::uint64_t weight : weights) {
    sum += weight;
    if (sum > whole) break;
    if (sum == 0)
      ++first;
    else
      ends.push_back(static_cast<std::uint64_t>(sum - 1));
  }
  if (sum != whole || ends.size() > std::numeric_limits<std::uint32_t>::max())
    return wrong("the weights of an integer table must have the sum 2^64");
  return IntegerTable(first, std::move(ends), search);
}

IntegerTable::IntegerTable(std::int64_t first, std::vector<std::uint64_t> ends,
                           Search search)
    : first_(first), ends_(std::move(ends)), search_(search) {
  std::size_t i = 0;
  for (std::size_t g = 0; g < guide_.size(); ++g) {
    const std::uint64_t word = std::uint64_t{g} << (64 - kGuideBits);
    while (word > ends_[i]) ++i;
    guide_[g] = static_cast<std::uint32_t>(i);
  }
}

Uint128 IntegerTable::weight(std::int64_t value) const {
  assert(0 <= value && value < size());
  if (value < first_) return 0;
  const auto i = static_cast<std::size_t>(value - first_);
  return i == 0 ? Uint128{ends_[0]} + 1 : Uint128{ends_[i]} - ends_[i - 1];
}

void IntegerTable::look_up(std::span<const std::uint64_t> words,
                           std::span<std::int64_t> out) const {
  assert(words.size() == out.size());
  if (search_ == Search::scan)
    scan(words, out);
  else
    guided(words, out);
}

// No branch, no address and no number of rounds depends on a word.
void IntegerTable::scan(std::span<const std::uint64_t> words,
                        std::span<std::int64_t> out) const {
  std::size_t done = 0;
  for (; done + kGroup <= words.size(); done += kGroup) {
    std::uint64_t group[kGroup];
    std::int64_t values[kGroup] = {first_, first_, first_, first_};
    std::copy_n(words.data() + done, kGroup, group);
    for (const std::uint64_t end : ends_)
#pragma GCC unroll 4
      for (std::size_t i = 0; i < kGroup; ++i)
        values[i] += static_cast<std::int64_t>(group[i] > end);
    std::copy_n(values, kGroup, out.data() + done);
  }
  for (; done < words.size(); ++done) {
    std::int64_t value = first_;
    for (const std::uint64_t end : ends_)
      value += static_cast<std::int64_t>(words[done] > end);
    out[done] = value;
  }
}

void IntegerTable::guided(std::span<const std::uint64_t> words,
                          std::span<std::int64_t> out) const {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint64_t word = words[i];
    std::size_t value = guide_[word >> (64 - kGuideBits)];
    // Most words need one step or none: without a branch, nothing is mispredicted.
    value += static_cast<std::size_t>(word > ends_[value]);
    while (word > ends_[value]) [[unlikely]]++ value;
    out[i] = first_ + static_cast<std::int64_t>(value);
  }
}

}  // namespace selvage
