#include "selvage/mechanism/robust_regression/block_sizes.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "selvage/mechanism/regression/block_fit.hpp"
#include "selvage/mechanism/robust_regression/half_octaves.hpp"

namespace selvage {
namespace {

// floor(x + 1/2), at most 2^bits in size.
Int128 rounded(const Rational& x, int bits) {
  const Rational most = Rational::power_of_two(bits);
  const Rational whole = std::clamp((x + Rational(1, 2)).floor(), -most, most);
  const Rational high = (whole / Rational::power_of_two(62)).floor();
  const Rational low = whole - high * Rational::power_of_two(62);
  return (Int128{*high.to_int64()} << 62) + *low.to_int64();
}

// y - intercept - slopes * x in 2^-20 codes, with coefficients of that many bits.
class RoundedFit {
 public:
  explicit RoundedFit(const std::vector<Rational>& fit) {
    const Rational one = Rational::power_of_two(BlockSizes::kMissBits);
    intercept_ = rounded(fit[0] * one, 120);
    for (std::size_t i = 1; i < fit.size(); ++i)
      slopes_.push_back(rounded(fit[i] * one, 62));
  }
  Uint128 miss(const std::int64_t* row) const {
    Int128 miss = (Int128{row[0]} << BlockSizes::kMissBits) - intercept_;
    for (std::size_t i = 0; i < slopes_.size(); ++i) miss -= slopes_[i] * row[i + 1];
    return static_cast<Uint128>(miss < 0 ? -miss : miss);
  }

 private:
  Int128 intercept_;
  std::vector<Int128> slopes_;
};

}  // namespace

BlockSizes::BlockSizes(const NumberRows& rows, std::size_t width,
                       const std::vector<std::uint64_t>& blocks, std::uint32_t count)
    : numbers_(rows.numbers), width_(width), starts_(count + 1), order_(blocks.size()) {
  for (const std::uint64_t block : blocks) ++starts_[block + 1];
  for (std::size_t i = 0; i < count; ++i) starts_[i + 1] += starts_[i];
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  for (std::size_t i = 0; i < blocks.size(); ++i)
    order_[next[blocks[i]]++] = static_cast<std::uint32_t>(i);
}

template <class Tell>
std::vector<std::int64_t> BlockSizes::by_block(std::int64_t below, std::int64_t above,
                                               Tell tell) const {
  std::vector<std::int64_t> all;
  for (std::size_t block = 0; block + 1 < starts_.size(); ++block) {
    std::optional<std::int64_t> told;
    if (rows_in(block) > 0) told = tell(block);
    all.push_back(told.value_or(block % 2 == 1 ? above : below));
  }
  return all;
}

std::int64_t BlockSizes::mean(std::size_t block, std::size_t column) const {
  Int128 sum = 0;
  for (std::size_t i = starts_[block]; i < starts_[block + 1]; ++i)
    sum += row(i)[column];
  return static_cast<std::int64_t>(
      floor_quotient(sum, static_cast<Int128>(rows_in(block))));
}

std::vector<std::int64_t> BlockSizes::spreads(std::size_t x) const {
  return by_block(0, kMostHalfOctave, [&](std::size_t block) {
    const std::int64_t middle = mean(block, x);
    Uint128 sum = 0;
    for (std::size_t i = starts_[block]; i < starts_[block + 1]; ++i) {
      const std::int64_t away = row(i)[x] - middle;
      sum += static_cast<std::uint64_t>(away < 0 ? -away : away);
    }
    return half_octave(sum / rows_in(block));
  });
}

std::vector<std::int64_t> BlockSizes::middles(std::size_t x, std::int64_t step,
                                              std::int64_t most) const {
  return by_block(-most, most, [&](std::size_t block) {
    const Int128 code =
        floor_quotient(Int128{mean(block, x)} * 2 + step, Int128{step} * 2);
    return static_cast<std::int64_t>(std::clamp<Int128>(code, -most, most));
  });
}

std::vector<std::int64_t> BlockSizes::misses() const {
  std::vector<Uint128> away;
  return by_block(
      0, kMostHalfOctave, [&](std::size_t block) -> std::optional<std::int64_t> {
        BlockTally tally(1, width_);
        for (std::size_t i = starts_[block]; i < starts_[block + 1]; ++i)
          tally.add(0, std::span(row(i), width_));
        const auto fit = least_squares(tally.sums().front());
        if (!fit) return std::nullopt;
        const RoundedFit near(*fit);
        away.clear();
        for (std::size_t i = starts_[block]; i < starts_[block + 1]; ++i)
          away.push_back(near.miss(row(i)));
        const auto middle = away.begin() + static_cast<std::ptrdiff_t>(away.size() / 2);
        std::nth_element(away.begin(), middle, away.end());
        return half_octave(*middle);
      });
}

}  // namespace selvage
