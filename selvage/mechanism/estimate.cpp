#include "selvage/mechanism/estimate.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "selvage/mechanism/count_noise.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMeanParts = 100;    // of a step of the grid
constexpr std::int64_t kCountParts = 100;   // of a person, where counts are unbiased
constexpr std::int64_t kSumParts = 10'000;  // of a person, in sums of such counts
constexpr std::int64_t kShownCounts[] = {0,   1,   2,   5,    10,   20,    50,
                                         100, 200, 500, 1000, 2000, 10'000};
// Beyond, the variances of all counts take too long: there are no totals then.
constexpr double kMostTerms = 2e6;

Int128 rounded(const Rational& x) {
  return (x + Rational(1, 2)).floor().to_int64().value_or(kMaxRelease);
}

double rate_of(std::uint64_t n) {
  return -std::log(std::ldexp(static_cast<double>(n), -WarpedGeometric::kBits));
}

// The largest variance of the unbiased count of a cell, whatever its count, with a
// margin for the rounding of doubles; -1 if there is none or it takes too long. Far
// above the knee it is that of the tail.
double most_variance(const WarpedGeometric& law) {
  double terms = 0, most = 0;
  for (const auto& stretch : law.stretches()) {
    const double width = stretch.n == 0 ? 1 : 60 / rate_of(stretch.n);
    const double counts =
        stretch.last ? static_cast<double>(*stretch.last - stretch.first + 1) : width;
    terms += width * counts;
  }
  if (law.least() > 0 || terms > kMostTerms) return -1;
  const std::uint64_t tail = law.n(law.knee() + 1);
  const auto last =
      law.knee() + 2 + (tail == 0 ? 0 : static_cast<std::int64_t>(30 / rate_of(tail)));
  for (std::int64_t k = 0; k <= last; ++k) most = std::max(most, law.rough_variance(k));
  return most * (1 + 1e-6) + 1e-9;
}

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
    bounds_.push_back(is_added(number.noise) ? error_bound(number.noise, beta) : 0);
  if (plan.statistic == Statistic::count) {
    if (plan.display.kind == Display::Kind::unbiased) unit_ = Rational(1, kCountParts);
    if (warped() != nullptr && sums_are_shown(plan))
      most_variance_ = most_variance(*warped());
    return;
  }
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

// A mean or a variance whose interval leaves out nothing was not measured.
Estimate Estimator::known_or_not(Estimate estimate) const {
  const Grid& grid = plan_.reading.measure->grid;
  const bool mean = plan_.statistic == Statistic::mean;
  const std::int64_t low = mean ? grid.lowest() * kMeanParts : 0;
  const std::int64_t high = mean ? grid.highest() * kMeanParts : radius_ * radius_;
  estimate.known = estimate.lower > low || estimate.upper < high;
  return estimate;
}

Estimate Estimator::estimate(std::span<const std::int64_t> numbers) const {
  assert(numbers.size() == plan_.numbers.size());
  if (plan_.statistic == Statistic::mean) return known_or_not(mean(numbers));
  if (plan_.statistic == Statistic::variance) return known_or_not(variance(numbers));
  if (!is_added(plan_.numbers[0].noise)) return count_behind(numbers[0]);
  const std::size_t shown = shown_number(plan_);
  const std::int64_t value = numbers[shown], bound = bounds_[shown];
  if (plan_.statistic == Statistic::sum) return {value, value - bound, value + bound};
  // A true count is never negative, so an interval may be cut at 0 and still holds it.
  return {value, std::max<std::int64_t>(0, value - bound),
          std::max<std::int64_t>(0, value + bound)};
}

const WarpedGeometric* Estimator::warped() const {
  const auto* noise = std::get_if<WarpedNoise>(&plan_.numbers[0].noise);
  return noise != nullptr ? noise->law.get() : nullptr;
}

Estimate Estimator::count_behind(std::int64_t output) const {
  if (const auto known = known_.find(output); known != known_.end())
    return known->second;
  const auto counts =
      counts_behind(plan_.numbers[0].noise, output, Rational(1) - confidence_);
  Estimate estimate{output, counts.lower, counts.upper};
  if (warped() != nullptr) {
    const std::int64_t j = std::max(output, warped()->least());
    if (plan_.display.kind == Display::Kind::likely)
      estimate.value = likely_count(*warped(), j, plan_.display.prior_mean);
    if (plan_.display.kind == Display::Kind::unbiased)
      estimate = {
          static_cast<std::int64_t>(rounded(warped()->unbiased(j) * kCountParts)),
          counts.lower * kCountParts, counts.upper * kCountParts};
  }
  return known_.emplace(output, estimate).first->second;
}

std::vector<CountErrorStatement> Estimator::errors_by_count() const {
  std::vector<CountErrorStatement> errors;
  const Noise& noise = plan_.numbers[0].noise;
  if (is_added(noise)) return errors;
  for (const std::int64_t count : kShownCounts) {
    const auto error = count_error(noise, count, Rational(1) - confidence_);
    errors.push_back(
        {count, *Rational::parse(error.mean_absolute.upper_text(6)), error.bound});
  }
  return errors;
}

std::optional<ErrorStatement> Estimator::error() const {
  if (plan_.statistic == Statistic::mean || plan_.statistic == Statistic::variance ||
      !is_added(plan_.numbers[0].noise))
    return std::nullopt;
  const std::size_t shown = shown_number(plan_);
  return ErrorStatement{
      .mean_absolute = mean_absolute_error(plan_.numbers[shown].noise),
      .bound = bounds_[shown],
      .confidence = confidence_};
}

// (S + z)/(n + y) - S/n = (z - (S/n) y)/(n + y), and |S/n| is at most the radius.
std::optional<std::int64_t> Estimator::planned_bound(std::int64_t rows) const {
  if (!is_added(plan_.numbers[0].noise))
    return count_error(plan_.numbers[0].noise, rows, Rational(1) - confidence_).bound;
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

Int128 Estimator::summand(std::span<const std::int64_t> numbers) const {
  if (warped() == nullptr) return numbers[shown_number(plan_)];
  return rounded(warped()->unbiased(std::max(numbers[0], warped()->least())) *
                 kSumParts);
}

std::optional<std::int64_t> Estimator::total_value(Int128 sum) const {
  // Of a hundredth of a person, where counts are shown so.
  const std::int64_t parts =
      warped() != nullptr ? *(Rational(1) / unit_).to_int64() : 1;
  const Int128 value = warped() != nullptr ? nearest(sum * parts, kSumParts) : sum;
  if (value < -kMaxRelease || value > kMaxRelease) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

// Unbiased counts of different cells are independent, so that variances add, and
// Chebyshev bounds their sum: P(|sum - truth| >= t) <= count variance / t^2. [T41]
std::optional<Estimate> Estimator::total(Int128 sum, std::int64_t count) const {
  const Noise& noise = plan_.numbers[shown_number(plan_)].noise;
  const auto value = total_value(sum);
  if (!value || (!is_added(noise) && most_variance_ < 0)) return std::nullopt;
  const Rational beta = Rational(1) - confidence_;
  std::int64_t bound = 0;
  if (is_added(noise)) {
    bound = sum_error_bound(noise, count, beta);
  } else {
    const double spread =
        static_cast<double>(count) * most_variance_ / beta.to_double();
    bound = static_cast<std::int64_t>(std::ceil(std::sqrt(spread) * (1 + 1e-9))) + 1;
    bound *= *(Rational(1) / unit_).to_int64();
  }
  if (plan_.statistic == Statistic::sum)
    return Estimate{*value, *value - bound, *value + bound};
  return Estimate{*value, std::max<std::int64_t>(0, *value - bound),
                  std::max<std::int64_t>(0, *value + bound)};
}

}  // namespace selvage
