#include "selvage/mechanism/quantile/candidates.hpp"

#include <cassert>

namespace selvage {
namespace {

Rational signed_rational(Int128 x) {
  const auto size = static_cast<Uint128>(x < 0 ? -x : x);
  return x < 0 ? -to_rational(size) : to_rational(size);
}

}  // namespace

Rational to_rational(Uint128 x) {
  return Rational::from_uint64(static_cast<std::uint64_t>(x >> 64)) *
             Rational::power_of_two(64) +
         Rational::from_uint64(static_cast<std::uint64_t>(x));
}

// An atom that the window cuts on its left has fewer rows below it than are counted
// here, and one that is cut on its right has more rows up to it: neither number
// matters, since the cut side of an atom is the one turned away from the rank.
Candidates candidates(const RankWindow& window, const QuantileRank& rank,
                      const UniversalPrior& prior) {
  const std::int64_t most = prior.most();
  const Int128 wanted = Int128{window.rows} * rank.a;  // b times the rank
  const auto seen = static_cast<std::int64_t>(window.codes.size());
  const std::int64_t above = window.rows - window.below - seen;
  assert(0 < rank.a && rank.a < rank.b && window.below >= 0 && above >= 0);
  assert(window.rows == 0 || (Int128{window.below} * rank.b < wanted &&
                              Int128{window.rows - above} * rank.b >= wanted));

  Candidates result;
  const auto add = [&](std::int64_t first, std::int64_t last, std::int64_t less,
                       std::int64_t at_most) {
    const Int128 low = Int128{at_most} * rank.b - wanted;
    const Int128 high = Int128{less} * rank.b - wanted;
    if (first <= last)
      result.cells.push_back({first, last, low < 0 ? low : high > 0 ? high : 0});
  };
  std::int64_t rows = window.below;  // up to here
  std::int64_t next = -most;         // the first code that is in no cell yet
  if (window.below > 0) {
    result.off_below = Int128{window.below} * rank.b - wanted;
    next = window.codes.front();
  }
  for (std::size_t i = 0; i < window.codes.size();) {
    const std::int64_t code = window.codes[i];
    assert(next <= code && code <= most);
    std::int64_t equal = 0;
    for (; i < window.codes.size() && window.codes[i] == code; ++i) ++equal;
    add(next, code - 1, rows, rows);
    add(code, code, rows, rows + equal);
    rows += equal;
    next = code + 1;
  }
  if (above > 0)
    result.off_above = Int128{rows} * rank.b - wanted;
  else
    add(next, most, rows, rows);
  return result;
}

Rational penalty(Int128 off, const QuantileRank& rank, const Slopes& slopes) {
  const Rational rows = signed_rational(off) / rank.b;
  return off < 0 ? -(rows * slopes.left) : rows * slopes.right;
}

}  // namespace selvage
