#include "selvage/guarantee/key_threshold.hpp"

#include <algorithm>
#include <cassert>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "selvage/base/bisect.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/interval.hpp"
#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

const Rational kLeastDelta = *Rational::parse("1e-40");
const Rational kTiny = Rational::power_of_two(-64);
const Rational kLeastStated = *Rational::parse("1e-100");
constexpr std::int64_t kMostThreshold = std::int64_t{1} << 58;

// ln(1 - p), p = P(rows + Z >= threshold), Z the sum of the count's draws.
Interval log_hidden(const Rational& scale, std::int64_t threshold,
                    const KeyCount& count, std::int64_t rows) {
  const Interval shown =
      laplace_sum_tail(scale, count.draws, threshold - count.per_row * rows);
  // 1 - p would lose all digits of a tiny p, which is at most -ln(1 - p), and that at
  // most p + p^2.
  if (surely_at_most(shown, kTiny))
    return Interval(0) - hull(shown, shown + shown * shown);
  return log(Interval(1) - shown);
}

// So many cells, one row in each and the others in as few of them as they fit in: by
// convexity the worst spread over so many.
Interval spread_delta(const Rational& scale, std::int64_t threshold,
                      const PersonShare& share, const KeyCount& count,
                      std::int64_t cells) {
  const std::int64_t others = share.rows - cells, room = share.rows_in_cell - 1;
  const std::int64_t full = room == 0 ? 0 : others / room, rest = others - full * room;
  const std::int64_t ones = cells - full - (rest > 0 ? 1 : 0);
  Interval hidden = 0;
  const auto add = [&](std::int64_t rows, std::int64_t times) {
    if (times > 0) hidden = hidden + log_hidden(scale, threshold, count, rows) * times;
  };
  add(share.rows_in_cell, full);
  add(rest + 1, rest > 0 ? 1 : 0);
  add(1, ones);
  return Interval(0) - expm1(hidden);
}

// The number of cells of the worst spread is the least or the largest there can be, or
// the one next to these where all cells have one row or are full. [T31, T96]
std::vector<std::int64_t> extreme_cells(const PersonShare& share) {
  const std::int64_t most = share.cells, room = share.rows_in_cell - 1;
  const std::int64_t least = (share.rows - 1) / share.rows_in_cell + 1;
  std::vector<std::int64_t> cells = {least, most};
  if (room == 0) return cells;
  const std::int64_t full = (share.rows - most + room - 1) / room;  // with most cells
  for (const std::int64_t some :
       {share.rows - full * room, share.rows - (share.rows - least) / room * room})
    if (some >= least && some <= most) cells.push_back(some);
  return cells;
}

Interval worst_delta(const Rational& scale, std::int64_t threshold,
                     const PersonShare& share, const KeyCount& count) {
  std::optional<Interval> worst;
  for (const std::int64_t cells : extreme_cells(share)) {
    const Interval delta = spread_delta(scale, threshold, share, count, cells);
    if (!worst || worst->upper() < delta.upper()) worst = delta;
  }
  return *worst;
}

}  // namespace

bool is_key_threshold(const Rational& scale, std::int64_t threshold,
                      const PersonShare& share, const KeyCount& count) {
  for (const std::int64_t whole :
       {threshold, count.draws, count.per_row, count.sensitivity})
    if (whole < 1 || whole > kMostThreshold) return false;
  return scale.sign() > 0 && share.is_possible() && share.rows <= kMostThreshold &&
         count.draws <= kMostSummed &&
         Rational(threshold) > Rational(share.rows_in_cell) * count.per_row;
}

Rational key_threshold_delta(const Rational& scale, std::int64_t threshold,
                             const PersonShare& share, const KeyCount& count) {
  assert(is_key_threshold(scale, threshold, share, count));
  const Interval worst = worst_delta(scale, threshold, share, count);
  if (surely_at_most(worst, kLeastStated)) return kLeastStated;
  const auto delta = Rational::parse(worst.upper_text(12));
  return std::min(*delta, Rational(1));
}

Result<std::int64_t> least_key_threshold(const Rational& scale,
                                         const PersonShare& share,
                                         const Rational& delta, const KeyCount& count) {
  if (delta < kLeastDelta || delta >= 1)
    return wrong(
        fmt::format("delta {} is not between 1e-40 and 1; write for example 1e-6",
                    delta.short_text()));
  const auto enough = [&](std::int64_t threshold) {
    return key_threshold_delta(scale, threshold, share, count) <= delta;
  };
  const auto too_small = [] {
    return wrong("epsilon is too small for keys that are not known; give more");
  };
  const auto most = (Rational(share.rows_in_cell) * count.per_row).to_int64();
  if (!most || *most >= kMostThreshold) return too_small();
  std::int64_t low = *most, high = low + 1;  // low is too little
  while (!enough(high)) {
    low = high;
    high = *most + (high - *most) * 2;
    if (high > kMostThreshold) return too_small();
  }
  return least_above(low, high, enough);
}

Derivation key_threshold(const Rational& scale, std::int64_t threshold,
                         const PersonShare& share, const KeyCount& count) {
  Inputs inputs = {{"scale", scale},
                   {"threshold", threshold},
                   {"rows", share.rows},
                   {"cells", share.cells},
                   {"rows_in_cell", share.rows_in_cell}};
  if (count != KeyCount{}) {
    inputs.emplace_back("draws", count.draws);
    inputs.emplace_back("per_row", count.per_row);
    inputs.emplace_back("sensitivity", count.sensitivity);
  }
  auto node = derive("key_threshold", std::move(inputs), {});
  assert(node);
  return *std::move(node);
}

}  // namespace selvage
