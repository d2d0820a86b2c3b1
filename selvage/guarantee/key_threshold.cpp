#include "selvage/guarantee/key_threshold.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/base/bisect.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/interval.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

const Rational kLeastDelta = *Rational::parse("1e-40");
constexpr std::int64_t kMostThreshold = std::int64_t{1} << 58;

// ln(1 - p), p = P(rows + Z >= threshold) = q^(threshold - rows) / (1 + q).
Interval log_hidden(const Rational& scale, std::int64_t threshold, std::int64_t rows) {
  const Rational inverse = Rational(1) / scale;
  const Interval shown =
      exp(Interval(inverse * -(threshold - rows))) / (exp(Interval(-inverse)) + 1);
  return log(Interval(1) - shown);
}

// By convexity the worst spread is an extreme one: all rows in one cell, or one row in
// all cells but one, which has the rest. [T31]
Interval worst_delta(const Rational& scale, std::int64_t threshold,
                     const PersonShare& share) {
  const Interval one_row = log_hidden(scale, threshold, 1);
  if (share.rows_in_cell == 1) return Interval(0) - expm1(one_row * share.cells);
  const Interval together =
      Interval(0) - expm1(log_hidden(scale, threshold, share.rows));
  const Interval spread =
      Interval(0) - expm1(log_hidden(scale, threshold, share.rows - share.cells + 1) +
                          one_row * (share.cells - 1));
  return together.upper() < spread.upper() ? spread : together;
}

}  // namespace

bool is_key_threshold(const Rational& scale, std::int64_t threshold,
                      const PersonShare& share) {
  const auto& [rows, cells, rows_in_cell] = share;
  for (const std::int64_t whole : {threshold, rows, cells, rows_in_cell})
    if (whole < 1 || whole > kMostThreshold) return false;
  return scale.sign() > 0 && cells <= rows && threshold > rows_in_cell &&
         (rows_in_cell == 1 || rows_in_cell == rows) &&
         (rows_in_cell == rows || cells == rows);
}

Rational key_threshold_delta(const Rational& scale, std::int64_t threshold,
                             const PersonShare& share) {
  assert(is_key_threshold(scale, threshold, share));
  const auto delta =
      Rational::parse(worst_delta(scale, threshold, share).upper_text(12));
  return std::min(*delta, Rational(1));
}

Result<std::int64_t> least_key_threshold(const Rational& scale,
                                         const PersonShare& share,
                                         const Rational& delta) {
  if (delta < kLeastDelta || delta >= 1)
    return wrong(
        fmt::format("delta {} is not between 1e-40 and 1; write for example 1e-6",
                    delta.short_text()));
  const auto enough = [&](std::int64_t threshold) {
    return key_threshold_delta(scale, threshold, share) <= delta;
  };
  std::int64_t low = share.rows_in_cell, high = low + 1;  // low is too little
  while (!enough(high)) {
    low = high;
    high = share.rows_in_cell + (high - share.rows_in_cell) * 2;
    if (high > kMostThreshold)
      return wrong("epsilon is too small for keys that are not known; give more");
  }
  return least_above(low, high, enough);
}

Derivation key_threshold(const Rational& scale, std::int64_t threshold,
                         const PersonShare& share) {
  auto node = derive("key_threshold",
                     {{"scale", scale},
                      {"threshold", threshold},
                      {"rows", share.rows},
                      {"cells", share.cells},
                      {"rows_in_cell", share.rows_in_cell}},
                     {});
  assert(node);
  return *std::move(node);
}

}  // namespace selvage
