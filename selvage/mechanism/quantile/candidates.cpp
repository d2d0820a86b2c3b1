#include "selvage/mechanism/quantile/candidates.hpp"

#include <algorithm>
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

SeenRows seen_rows(const RankWindow& window) {
  SeenRows result{window.rows, window.below};
  for (const std::int64_t code : window.codes)
    if (!result.seen.empty() && result.seen.back().at == code)
      ++result.seen.back().rows;
    else
      result.seen.push_back({code, 1});
  if (!result.seen.empty()) result.known = {window.codes.front(), window.codes.back()};
  return result;
}

// An atom that the window cuts on its left has fewer rows below it than are counted
// here, and one that is cut on its right has more rows up to it: neither number
// matters, since the cut side of an atom is the one turned away from the rank.
Candidates candidates(const SeenRows& rows, const QuantileRank& rank,
                      const TiedRange& range) {
  const Int128 wanted = Int128{rows.rows} * rank.a;  // b times the rank
  std::int64_t up_to = rows.below;
  for (const SeenRow& row : rows.seen) up_to += row.rows;
  const bool above = up_to < rows.rows;
  assert(0 < rank.a && rank.a < rank.b && rows.below >= 0 && up_to <= rows.rows);
  assert(rows.rows == 0 ||
         (Int128{rows.below} * rank.b < wanted && Int128{up_to} * rank.b >= wanted));

  Candidates result;
  TiedCode next = range.first;  // the first code that is in no cell yet
  const auto add = [&](TiedCode last, std::int64_t less, std::int64_t at_most) {
    last = std::min(last, range.last);
    if (next > last) return;
    const Int128 low = Int128{at_most} * rank.b - wanted;
    const Int128 high = Int128{less} * rank.b - wanted;
    result.cells.push_back({next, last, low < 0 ? low : high > 0 ? high : 0});
    next = last + 1;
  };
  if (rows.below > 0 && next < rows.known.first) {
    result.off_below = Int128{rows.below} * rank.b - wanted;
    next = rows.known.first;
  }
  std::int64_t before = rows.below;  // up to here
  for (const SeenRow& row : rows.seen) {
    add(row.at - 1, before, before);
    add(row.at, before, before + row.rows);
    before += row.rows;
  }
  add(above ? rows.known.last : range.last, before, before);
  if (next <= range.last) result.off_above = Int128{before} * rank.b - wanted;
  return result;
}

Candidates candidates(const RankWindow& window, const QuantileRank& rank,
                      const TiedPrior& prior) {
  return candidates(seen_rows(window), rank, {prior.lowest(), prior.most()});
}

Rational penalty(Int128 off, const QuantileRank& rank, const Slopes& slopes) {
  const Rational rows = signed_rational(off) / rank.b;
  return off < 0 ? -(rows * slopes.left) : rows * slopes.right;
}

}  // namespace selvage
