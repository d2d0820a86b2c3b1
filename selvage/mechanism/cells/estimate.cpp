#include "selvage/mechanism/cells/estimate.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "selvage/base/bisect.hpp"

namespace selvage {
namespace {

const Rational kFinestPart(1, 1'000'000'000'000);  // of the bounds, for means
constexpr std::int64_t kMostMultiple = 100'000'000'000'000'000;

// The number that is estimated: the last for a sum beside a count, else the only one.
std::size_t shown_number(const CellsPlan& plan) { return plan.numbers.size() - 1; }

// The least whole number above the root of x. Requires 0 <= x < 2^120.
std::int64_t root_above(const Rational& x) {
  return least_above(-1, std::int64_t{1} << 61,
                     [&](std::int64_t r) { return Rational(r) * r > x; });
}

// Half the way between the bounds, in steps.
Rational radius_of(const Grid& grid) {
  return (Rational(grid.highest()) - grid.lowest()) / 2;
}

Estimate unknown(std::int64_t low, std::int64_t high) {
  return {low + (high - low) / 2, low, high, false};
}

// So many rows of a cell may be rounded by half a step each. [T35]
constexpr std::int64_t kMostRows = 1'000'000'000;

// No values between the bounds have a larger deviation. Not that of the grid: bounds
// that are no whole steps are rounded there.
Rational most_deviation(const Grid& grid) {
  return (grid.upper_bound() - grid.lower_bound()) / 2;
}

Rational mean_unit(const Grid& grid) {
  const Rational &lo = grid.lower_bound(), &hi = grid.upper_bound();
  const Rational largest = std::max(absolute(lo), absolute(hi));
  return std::max(power_of_ten_below((hi - lo) * kFinestPart),
                  power_of_ten_above(largest / kMostMultiple));
}

Rational variance_unit(const Grid& grid) {
  const Rational width = grid.upper_bound() - grid.lower_bound();
  return power_of_ten_below(width * width * kFinestPart);
}

}  // namespace

Estimator::Estimator(const CellsPlan& plan, const Rational& confidence)
    : plan_(plan), confidence_(confidence), unit_(1) {
  const Rational beta = Rational(1) - confidence;
  if (!plan.together) {
    const PlannedNumber& shown = plan.numbers[shown_number(plan)];
    bound_ = error_bound(shown.added(), beta);
    if (plan.statistic == Statistic::sum)
      unit_ = unit_of(shown, plan.reading.measure->grid.step());
    return;
  }
  const Grid& grid = plan.reading.measure->grid;
  count_.emplace(plan, beta);
  mean_unit_ = mean_unit(grid);
  if (plan.statistic == Statistic::mean) unit_ = mean_unit_;
  if (plan.statistic == Statistic::variance) unit_ = variance_unit(grid);
  if (plan.statistic != Statistic::variance) mean_.emplace(plan, beta);
  if (plan.statistic != Statistic::mean) variance_.emplace(plan, beta);
}

namespace {

std::int64_t cut(const Rational& whole, std::int64_t low, std::int64_t high) {
  return std::clamp(whole.to_int64().value_or(whole.sign() < 0 ? low : high), low,
                    high);
}

// In units, the ends rounded outward. One whose interval leaves out nothing is not
// known.
Estimate within(const ExactEstimate& estimate, const Rational& unit, std::int64_t low,
                std::int64_t high) {
  const std::int64_t lower = cut((estimate.lower / unit).floor(), low, high);
  const std::int64_t upper = cut((estimate.upper / unit).ceil(), low, high);
  if (lower == low && upper == high) return unknown(low, high);
  const Rational nearest = (estimate.value / unit + Rational(1, 2)).floor();
  return {std::clamp(cut(nearest, low, high), lower, upper), lower, upper};
}

// The largest whole number whose square is at most x. Requires x < 2^120.
std::int64_t root_below(const Rational& x) {
  return x.sign() < 0 ? 0 : root_above(x) - 1;
}

}  // namespace

Estimate Estimator::count(std::span<const std::int64_t> numbers) const {
  const ExactEstimate rows = count_->from(numbers);
  const auto whole = [](const Rational& x) {
    return cut(x, -kMaxRelease, kMaxRelease);
  };
  return {whole(rows.value), whole(rows.lower), whole(rows.upper)};
}

// What was summed is off by at most half a step for each row.
Estimate Estimator::mean(std::span<const std::int64_t> numbers) const {
  const Grid& grid = plan_.reading.measure->grid;
  const Rational& step = grid.step();
  const std::int64_t low = *(grid.lower_bound() / mean_unit_).floor().to_int64();
  const std::int64_t high = *(grid.upper_bound() / mean_unit_).ceil().to_int64();
  if (count_->may_be_empty(numbers)) return unknown(low, high);
  const ExactEstimate sides = mean_->from(numbers);
  const Rational radius = radius_of(grid) * step, half = step / 2;
  const Rational middle = (Rational(grid.lowest()) + grid.highest()) * step / 2;
  return within({middle + sides.value * radius, middle + sides.lower * radius - half,
                 middle + sides.upper * radius + half},
                mean_unit_, low, high);
}

// The deviation is off by at most half a step, so that the variance is by at most the
// deviation and 1/4 squares of a step.
ExactEstimate Estimator::exact_variance(std::span<const std::int64_t> numbers) const {
  const Grid& grid = plan_.reading.measure->grid;
  const Rational square = grid.step() * grid.step(), radius = radius_of(grid);
  const ExactEstimate parts = variance_->from(numbers);
  const Rational all = radius * radius * 4, upper = parts.upper * all;
  const Rational rounded = Rational(root_above(upper)) + Rational(1, 4);
  return {parts.value * all * square, (parts.lower * all - rounded) * square,
          (upper + rounded) * square};
}

Estimate Estimator::variance(std::span<const std::int64_t> numbers) const {
  const Rational most = most_deviation(plan_.reading.measure->grid);
  const std::int64_t high = *(most * most / unit_).ceil().to_int64();
  if (count_->may_be_empty(numbers)) return unknown(0, high);
  return within(exact_variance(numbers), unit_, 0, high);
}

// The root of the variance: its ends rounded outward.
Estimate Estimator::deviation(std::span<const std::int64_t> numbers) const {
  const Rational most = most_deviation(plan_.reading.measure->grid);
  const std::int64_t high = *(most / mean_unit_).ceil().to_int64();
  if (count_->may_be_empty(numbers)) return unknown(0, high);
  const ExactEstimate exact = exact_variance(numbers);
  const auto in_units = [&](const Rational& x) {
    return std::max(x, Rational(0)) / mean_unit_ / mean_unit_;
  };
  const Rational top = in_units(exact.upper);
  const std::int64_t below = root_below(top);
  const std::int64_t lower =
      std::clamp<std::int64_t>(root_below(in_units(exact.lower)), 0, high);
  const std::int64_t upper = std::clamp<std::int64_t>(
      Rational(below) * below == top ? below : below + 1, 0, high);
  if (lower == 0 && upper == high) return unknown(0, high);
  // To the nearest unit: half of the root of four times as much.
  const std::int64_t value = (root_below(in_units(exact.value) * 4) + 1) / 2;
  return {std::clamp(std::min(value, high), lower, upper), lower, upper};
}

std::vector<Series> Estimator::further(const Drawn& drawn) const {
  if (plan_.statistic != Statistic::describe) return {};
  Series means{.name = "mean", .unit = mean_unit_, .may_be_unknown = true};
  Series deviations{.name = "deviation", .unit = mean_unit_, .may_be_unknown = true};
  for_each_cell(drawn, [&](std::span<const std::int64_t> numbers) {
    means.rows.push_back(mean(numbers));
    deviations.rows.push_back(deviation(numbers));
  });
  return {std::move(means), std::move(deviations)};
}

// Of a sum of so many cells, in units: half a unit a cell, and half a step for every
// row of the largest tables.
std::int64_t Estimator::rounding(std::int64_t cells) const {
  if (plan_.statistic != Statistic::sum) return 0;
  const std::int64_t divisor = plan_.numbers.back().formula.divisor;
  const bool given = plan_.reading.measure->grid.is_given();
  const Rational lost =
      Rational(divisor == 1 ? 0 : divisor) * cells + Rational(given ? 0 : kMostRows);
  return (lost / 2 / divisor).ceil().to_int64().value_or(kMaxRelease);
}

Estimate Estimator::estimate(std::span<const std::int64_t> numbers) const {
  assert(numbers.size() == plan_.numbers.size());
  if (plan_.statistic == Statistic::mean) return mean(numbers);
  if (plan_.statistic == Statistic::variance) return variance(numbers);
  if (plan_.statistic == Statistic::describe) return count(numbers);
  return around(numbers[shown_number(plan_)], bound_ + rounding(1));
}

// A true count is never negative, so an interval may be cut at 0 and still holds it.
Estimate Estimator::around(std::int64_t value, std::int64_t bound) const {
  if (plan_.statistic == Statistic::sum) return {value, value - bound, value + bound};
  return {value, std::max<std::int64_t>(0, value - bound),
          std::max<std::int64_t>(0, value + bound)};
}

std::vector<Estimate> Estimator::estimates(const Drawn& drawn) const {
  std::vector<Estimate> rows;
  rows.reserve(drawn.cells.size());
  if (!plan_.together) {  // one bound for all
    const std::int64_t bound = bound_ + rounding(1);
    for (const std::int64_t value : drawn.numbers[shown_number(plan_)])
      rows.push_back(around(value, bound));
    return rows;
  }
  for_each_cell(drawn, [&](std::span<const std::int64_t> numbers) {
    rows.push_back(estimate(numbers));
  });
  return rows;
}

std::optional<ErrorStatement> Estimator::error() const {
  if (plan_.together) return std::nullopt;
  const std::size_t shown = shown_number(plan_);
  return ErrorStatement{
      .mean_absolute = mean_absolute_error(plan_.numbers[shown].added()),
      .bound = bound_ + rounding(1),
      .confidence = confidence_};
}

std::optional<std::int64_t> Estimator::planned_bound(std::int64_t rows) const {
  if (!plan_.together) return bound_ + rounding(1);
  if (count_->may_be_empty(rows)) return std::nullopt;
  const Grid& grid = plan_.reading.measure->grid;
  const Rational &step = grid.step(), radius = radius_of(grid);
  const auto error =
      mean_ ? mean_->planned_error(rows) : variance_->planned_error(rows);
  if (!error) return std::nullopt;
  const Rational exact =
      mean_ ? (*error * radius + Rational(1, 2)) * step
            : (*error * radius * radius * 4 + radius + 1) * step * step;
  const Rational most = mean_ ? radius * step * 2 : radius * radius * step * step;
  return (std::min(exact, most) / planned_unit()).ceil().to_int64().value_or(0) + 1;
}

std::vector<Int128> Estimator::summands(const Drawn& drawn) const {
  const auto& numbers = drawn.numbers[shown_number(plan_)];
  return {numbers.begin(), numbers.end()};
}

std::optional<std::int64_t> Estimator::total_value(Int128 sum) const {
  if (sum < -kMaxRelease || sum > kMaxRelease) return std::nullopt;
  return static_cast<std::int64_t>(sum);
}

std::optional<Estimate> Estimator::total(Int128 sum, std::int64_t count) const {
  const auto value = total_value(sum);
  if (!value) return std::nullopt;
  const std::int64_t bound = sum_error_bound(plan_.numbers[shown_number(plan_)].added(),
                                             count, Rational(1) - confidence_) +
                             rounding(count);
  return around(*value, bound);
}

}  // namespace selvage
