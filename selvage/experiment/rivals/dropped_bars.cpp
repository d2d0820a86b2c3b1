#include "selvage/experiment/rivals/dropped_bars.hpp"

#include <algorithm>
#include <cmath>

#include "selvage/base/errors.hpp"
#include "selvage/one_sided/drop_curves.hpp"
#include "selvage/one_sided/growth.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

// P(noise <= z) of the density proportional to exp(-epsilon |z - q/2|) on [0, q], for
// 0 <= z <= q/2.
Interval lower_half(const Rational& epsilon, const Interval& q, const Rational& z) {
  const Interval at_end = exp(Interval(0) - q * epsilon / 2);
  return (exp(Interval(epsilon * z) - q * epsilon / 2) - at_end) /
         ((Interval(1) - at_end) * 2);
}

// The same for all z from 0 to q, by the symmetry around q/2.
Interval at_most(const Rational& epsilon, const Interval& q, const Rational& z) {
  if ((q / 2).lower() >= z) return lower_half(epsilon, q, z);
  const Interval other = q - z;
  const Interval at_end = exp(Interval(0) - q * epsilon / 2);
  return Interval(1) - (exp(other * epsilon - q * epsilon / 2) - at_end) /
                           ((Interval(1) - at_end) * 2);
}

}  // namespace

Result<DropTable> rounded_drop(const Rational& epsilon, const Rational& delta) {
  const Interval q =
      log(expm1(Interval(epsilon)) / (delta * 2) + 1) * (Rational(2) / epsilon);
  const std::int64_t last =
      (q.middle() + 0.5 > 1e6) ? 0
                               : static_cast<std::int64_t>(std::ceil(q.middle() - 0.5));
  if (last < 1) return wrong("no whole numbers hold noise of this width");
  std::vector<std::uint64_t> weights;
  Uint128 sum = 0;
  Rational before = 0;
  for (std::int64_t j = 0; j <= last; ++j) {
    const Rational up_to =
        j == last ? Rational(1) : at_most(epsilon, q, Rational(2 * j + 1, 2)).lower();
    weights.push_back(floor_in_word((up_to - before) * Rational::power_of_two(64)));
    sum += weights.back();
    before = up_to;
  }
  // What rounding left over belongs to the middle.
  weights[weights.size() / 2] += static_cast<std::uint64_t>(kWholeWord - sum);
  return DropTable::of(std::move(weights));
}

DroppedBars::DroppedBars(Rational epsilon, DropTable table, IntegerTable draws)
    : epsilon_(std::move(epsilon)),
      table_(std::move(table)),
      draws_(std::move(draws)) {}

Result<DroppedBars> DroppedBars::of(const Rational& epsilon, Result<DropTable> table) {
  if (!table) return table.error();
  auto draws = IntegerTable::make(table->weights());
  if (!draws) return draws.error();
  return DroppedBars(epsilon, *std::move(table), *std::move(draws));
}

Result<DroppedBars> DroppedBars::truncated_laplace(const Rational& epsilon,
                                                   const Rational& delta) {
  return of(epsilon,
            DropTable::truncated_laplace(epsilon, least_points(epsilon, delta)));
}

Result<DroppedBars> DroppedBars::rounded(const Rational& epsilon,
                                         const Rational& delta) {
  return of(epsilon, rounded_drop(epsilon, delta));
}

Guarantee DroppedBars::guarantee() const {
  return {DpPromise{epsilon_, table_.excess(epsilon_).upper()}};
}

std::vector<std::int64_t> DroppedBars::run(Bars bars, RandomSource& random) const {
  std::vector<std::int64_t> drops(bars.size());
  random.from_table(drops, draws_);
  for (std::size_t i = 0; i < bars.size(); ++i)
    drops[i] = std::max<std::int64_t>(0, bars[i] - drops[i]);
  return drops;
}

}  // namespace selvage
