#include "selvage/mechanism/estimate.hpp"

#include <algorithm>
#include <cassert>

namespace selvage {
namespace {

constexpr std::int64_t kMeanParts = 100;  // of a step of the grid

// The number that is estimated: the last for a sum beside a count, else the only one.
std::size_t shown_number(const Plan& plan) { return plan.numbers.size() - 1; }

Int128 ceiled(Int128 a, Int128 b) { return -floor_quotient(-a, b); }
Int128 nearest(Int128 a, Int128 b) { return floor_quotient(2 * a + b, 2 * b); }

std::int64_t clamped(Int128 x, std::int64_t low, std::int64_t high) {
  return static_cast<std::int64_t>(std::clamp<Int128>(x, low, high));
}

// A sum of a cell over its rows, both only known to intervals, as a fraction with a
// common denominator: lowest and highest over all.
struct Quotient {
  Int128 low_numerator, low_denominator;
  Int128 high_numerator, high_denominator;
};
Quotient quotient(std::int64_t sum, std::int64_t sum_bound, std::int64_t fewest,
                  std::int64_t most) {
  const Int128 low = Int128{sum} - sum_bound, high = Int128{sum} + sum_bound;
  return {low, low < 0 ? fewest : most, high, high < 0 ? most : fewest};
}

}  // namespace

Estimator::Estimator(const Plan& plan, const Rational& confidence)
    : plan_(plan), confidence_(confidence), unit_(1) {
  // An interval made of several numbers holds if each number's does.
  const bool alone =
      plan.statistic == Statistic::count || plan.statistic == Statistic::sum;
  const Rational beta = (Rational(1) - confidence) /
                        (alone ? 1 : static_cast<std::int64_t>(plan.numbers.size()));
  for (const PlannedNumber& number : plan.numbers)
    bounds_.push_back(error_bound(number.noise, beta));
  if (plan.statistic == Statistic::count) return;
  const Grid& grid = plan.reading.measure->grid;
  unit_ = grid.step();
  if (plan.statistic == Statistic::mean) unit_ = unit_ / kMeanParts;
  if (plan.statistic == Statistic::variance) unit_ = unit_ * unit_;
  middle_ = middle_of(grid);
  radius_ = grid.highest() - middle_;
}

// Where there may be no row at all, nothing is known: noise alone could be large over
// few rows, and would look certain.
bool Estimator::may_be_empty(std::int64_t rows) const { return rows <= bounds_[0]; }

Estimate Estimator::mean(std::span<const std::int64_t> numbers) const {
  const Grid& grid = plan_.reading.measure->grid;
  const std::int64_t low = grid.lowest() * kMeanParts,
                     high = grid.highest() * kMeanParts;
  if (may_be_empty(numbers[0])) return {low + (high - low) / 2, low, high};
  const std::int64_t rows = std::max<std::int64_t>(1, numbers[0]);
  const std::int64_t fewest = std::max<std::int64_t>(1, numbers[0] - bounds_[0]);
  const std::int64_t most = std::max<std::int64_t>(1, numbers[0] + bounds_[0]);
  const Quotient range = quotient(numbers[1], bounds_[1], fewest, most);
  const Int128 offset = Int128{middle_} * kMeanParts;
  return {clamped(offset + nearest(Int128{numbers[1]} * kMeanParts, rows), low, high),
          clamped(offset + floor_quotient(range.low_numerator * kMeanParts,
                                          range.low_denominator),
                  low, high),
          clamped(offset +
                      ceiled(range.high_numerator * kMeanParts, range.high_denominator),
                  low, high)};
}

// E(x - m)^2 - (E(x - m))^2 from the squares, which are counted from half = radius^2/2.
Estimate Estimator::variance(std::span<const std::int64_t> numbers) const {
  const std::int64_t half = radius_ * radius_ / 2, highest = radius_ * radius_;
  if (may_be_empty(numbers[0])) return {half, 0, highest};
  const std::int64_t rows = std::max<std::int64_t>(1, numbers[0]);
  const std::int64_t fewest = std::max<std::int64_t>(1, numbers[0] - bounds_[0]);
  const std::int64_t most = std::max<std::int64_t>(1, numbers[0] + bounds_[0]);
  const Quotient sum = quotient(numbers[1], bounds_[1], fewest, most);
  const Quotient squares = quotient(numbers[2], bounds_[2], fewest, most);
  // Means lie within the radius, so their squares fit.
  const auto inside = [&](Int128 x) { return Int128{clamped(x, -radius_, radius_)}; };
  // (rows squares - sum^2) / rows^2 with both sums in the range that rows allow.
  const Int128 n = rows;
  const Int128 centred = std::clamp<Int128>(numbers[1], -radius_ * n, radius_ * n);
  const Int128 raised = std::clamp<Int128>(numbers[2], -half * n, (highest - half) * n);
  const Int128 low = inside(floor_quotient(sum.low_numerator, sum.low_denominator));
  const Int128 high = inside(ceiled(sum.high_numerator, sum.high_denominator));
  const Int128 largest = std::max(low * low, high * high);
  const Int128 smallest = low <= 0 && high >= 0 ? 0 : std::min(low * low, high * high);
  const Int128 least =
      half + floor_quotient(squares.low_numerator, squares.low_denominator);
  const Int128 greatest =
      half + ceiled(squares.high_numerator, squares.high_denominator);
  const std::int64_t lower = clamped(least - largest, 0, highest);
  const std::int64_t upper = clamped(greatest - smallest, 0, highest);
  // Sums that no rows can have give an answer outside: the nearest inside is meant.
  return {clamped(half + nearest(n * raised - centred * centred, n * n), lower, upper),
          lower, upper};
}

Estimate Estimator::estimate(std::span<const std::int64_t> numbers) const {
  assert(numbers.size() == plan_.numbers.size());
  if (plan_.statistic == Statistic::mean) return mean(numbers);
  if (plan_.statistic == Statistic::variance) return variance(numbers);
  const std::size_t shown = shown_number(plan_);
  const std::int64_t value = numbers[shown], bound = bounds_[shown];
  if (plan_.statistic == Statistic::sum) return {value, value - bound, value + bound};
  // A true count is never negative, so an interval may be cut at 0 and still holds it.
  return {value, std::max<std::int64_t>(0, value - bound),
          std::max<std::int64_t>(0, value + bound)};
}

std::optional<ErrorStatement> Estimator::error() const {
  if (plan_.statistic == Statistic::mean || plan_.statistic == Statistic::variance)
    return std::nullopt;
  const std::size_t shown = shown_number(plan_);
  return ErrorStatement{
      .mean_absolute = mean_absolute_error(plan_.numbers[shown].noise),
      .bound = bounds_[shown],
      .confidence = confidence_};
}

// (S + z)/(n + y) - S/n = (z - (S/n) y)/(n + y), and |S/n| is at most the radius.
std::optional<std::int64_t> Estimator::planned_bound(std::int64_t rows) const {
  if (plan_.statistic == Statistic::count || plan_.statistic == Statistic::sum)
    return bounds_[shown_number(plan_)];
  if (rows <= bounds_[0]) return std::nullopt;
  const Int128 fewest = Int128{rows} - bounds_[0];
  const Int128 spread = Int128{bounds_[1]} + Int128{radius_} * bounds_[0];
  if (plan_.statistic == Statistic::mean)
    return clamped(ceiled(spread * kMeanParts, fewest) + 1, 0,
                   2 * radius_ * kMeanParts);
  // e (2R + e) with e = spread / fewest, over the common denominator fewest^2.
  const Int128 half = Int128{radius_} * radius_ / 2;
  const Int128 squares_error = ceiled(bounds_[2] + (half + 1) * bounds_[0], fewest);
  if (spread >= Int128{radius_} * fewest) return radius_ * radius_;
  const Rational e =
      Rational(static_cast<std::int64_t>(spread)) / static_cast<std::int64_t>(fewest);
  const auto mean_error = (e * (Rational(2 * radius_) + e)).ceil().to_int64();
  return clamped(squares_error + mean_error.value_or(radius_ * radius_) + 1, 0,
                 radius_ * radius_);
}

Estimate Estimator::total(std::int64_t value, std::int64_t count) const {
  const std::int64_t bound = sum_error_bound(plan_.numbers[shown_number(plan_)].noise,
                                             count, Rational(1) - confidence_);
  if (plan_.statistic == Statistic::sum) return {value, value - bound, value + bound};
  return {value, std::max<std::int64_t>(0, value - bound),
          std::max<std::int64_t>(0, value + bound)};
}

}  // namespace selvage
