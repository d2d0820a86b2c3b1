#include "selvage/guarantee/key_threshold.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/base/bisect.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/interval.hpp"
#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

const Rational kLeastDelta = *Rational::parse("1e-40");
constexpr std::int64_t kMostThreshold = std::int64_t{1} << 58;

// ln(1 - p), p = P(rows + Z >= threshold), Z the sum of the count's draws.
Interval log_hidden(const Rational& scale, std::int64_t threshold,
                    const KeyCount& count, std::int64_t rows) {
  return log(Interval(1) -
             laplace_sum_tail(scale, count.draws, threshold - count.per_row * rows));
}

// By convexity the worst spread is an extreme one: all rows in one cell, or one row in
// all cells but one, which has the rest. [T31, T96]
Interval worst_delta(const Rational& scale, std::int64_t threshold,
                     const PersonShare& share, const KeyCount& count) {
  const auto hidden = [&](std::int64_t rows) {
    return log_hidden(scale, threshold, count, rows);
  };
  const Interval one_row = hidden(1);
  if (share.rows_in_cell == 1) return Interval(0) - expm1(one_row * share.cells);
  const Interval together = Interval(0) - expm1(hidden(share.rows));
  const Interval spread = Interval(0) - expm1(hidden(share.rows - share.cells + 1) +
                                              one_row * (share.cells - 1));
  return together.upper() < spread.upper() ? spread : together;
}

}  // namespace

bool is_key_threshold(const Rational& scale, std::int64_t threshold,
                      const PersonShare& share, const KeyCount& count) {
  const auto& [rows, cells, rows_in_cell] = share;
  for (const std::int64_t whole : {threshold, rows, cells, rows_in_cell, count.draws,
                                   count.per_row, count.sensitivity})
    if (whole < 1 || whole > kMostThreshold) return false;
  return scale.sign() > 0 && cells <= rows && count.draws <= kMostSummed &&
         Rational(threshold) > Rational(rows_in_cell) * count.per_row &&
         (rows_in_cell == 1 || rows_in_cell == rows) &&
         (rows_in_cell == rows || cells == rows);
}

Rational key_threshold_delta(const Rational& scale, std::int64_t threshold,
                             const PersonShare& share, const KeyCount& count) {
  assert(is_key_threshold(scale, threshold, share, count));
  const auto delta =
      Rational::parse(worst_delta(scale, threshold, share, count).upper_text(12));
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
