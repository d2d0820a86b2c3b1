#include "selvage/mechanism/cells/moments_interval.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/mechanism/cells/combined_noise.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMeanPart = 50;  // of beta that finding the mean may take
constexpr int kMostRounds = 100;

Rational of_int128(Int128 x) {
  const Int128 high = floor_quotient(x, Int128{1} << 62);
  return Rational(static_cast<std::int64_t>(high)) * Rational::power_of_two(62) +
         Rational(static_cast<std::int64_t>(x - (high << 62)));
}

// The least e with e * rows >= bound(e), where the bound grows with e: from below.
template <class Bound>
std::optional<Rational> fixed_point(std::int64_t rows, const Rational& most,
                                    const Bound& bound) {
  if (rows < 1) return std::nullopt;
  Rational e = 0;
  for (int round = 0; round < kMostRounds; ++round) {
    const Rational next = round_up(bound(e) / rows, 20);
    if (next <= e) return e;
    // A little more than needed ends the walk.
    e = next * Rational(1'000'001, 1'000'000);
    if (e > most) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

MeanInterval::MeanInterval(const CellsPlan& plan, const Rational& beta)
    : count_(plan.numbers[0].added()),
      sum_(plan.numbers[1].added()),
      per_row_(plan.numbers[1].per_row),
      divisor_(plan.numbers[1].formula.divisor),
      beta_(beta),
      bounds_(kLevels + 1, -1) {}

// One more than the noise: the sum was rounded to whole units.
std::int64_t MeanInterval::bound_at(const Rational& mean) const {
  const WeightedNoise noises[] = {{sum_, 1}, {count_, mean}};
  return combined_bound(noises, beta_) + (divisor_ == 1 ? 0 : 1);
}

std::int64_t MeanInterval::bound(std::int64_t level) const {
  std::int64_t& known = bounds_[static_cast<std::size_t>(level)];
  if (known < 0) known = bound_at(Rational(per_row_) * level / kLevels);
  return known;
}

// All means m within the bounds with |sum - m count| <= bound(|m|), level by level, as
// whole multiples of 1 / (kLevels count).
ExactEstimate MeanInterval::from(std::int64_t count, std::int64_t sum) const {
  assert(count > 0);
  const Int128 width = Int128{per_row_} * count;  // of one level
  const Int128 most = width * kLevels, centre = Int128{sum} * kLevels;
  Int128 lower = most + 1, upper = -most - 1;
  const Int128 least_reach = Int128{bound(1)} * kLevels;
  const Int128 most_reach = Int128{bound(kLevels)} * kLevels;
  for (std::int64_t level = 1; level <= kLevels; ++level) {
    for (const int side : {-1, 1}) {
      const Int128 inner = side * (level - 1) * width, outer = side * level * width;
      Int128 low = std::min(inner, outer), high = std::max(inner, outer);
      // The bound of a level is computed only where it decides.
      if (std::max(low - centre, centre - high) > most_reach) continue;
      if (std::max(high - centre, centre - low) > least_reach) {
        const Int128 reach = Int128{bound(level)} * kLevels;
        low = std::max(low, centre - reach);
        high = std::min(high, centre + reach);
      }
      if (low > high) continue;
      lower = std::min(lower, low);
      upper = std::max(upper, high);
    }
  }
  // A sum that hardly any rows have: what is next to the nearest bound.
  if (lower > upper) {
    const Int128 reach = std::min(most_reach, 2 * most);
    lower = sum > 0 ? most - reach : -most;
    upper = sum > 0 ? most : -most + reach;
  }
  const Rational unit = Rational(divisor_) / of_int128(Int128{kLevels} * count);
  return {of_int128(std::clamp(centre, lower, upper)) * unit, of_int128(lower) * unit,
          of_int128(upper) * unit};
}

// (S + z)/(n + y) - m = (z - m y)/(n + y) is at most e in size if |z - (m +- e) y| is
// at most e n.
std::optional<Rational> MeanInterval::planned_error(std::int64_t rows) const {
  const auto error = fixed_point(rows, 2 * Rational(per_row_), [&](const Rational& e) {
    return Rational(bound_at(Rational(per_row_) + e));
  });
  if (!error) return std::nullopt;
  return *error * divisor_;
}

VarianceInterval::VarianceInterval(const CellsPlan& plan, const Rational& beta)
    : count_(plan.numbers[0].added()),
      sum_(plan.numbers[1].added()),
      squares_(plan.numbers[2].added()),
      unit_of_sum_(plan.numbers[1].formula.divisor),
      unit_of_squares_(plan.numbers[2].formula.divisor),
      beta_(beta * Rational(kMeanPart - 1, kMeanPart)),
      mean_(plan, beta / kMeanPart) {
  const Grid& grid = plan.reading.measure->grid;
  radius_ = Rational(grid.highest()) - middle_of(grid);
  half_ = (radius_ * radius_ / 2).floor();
}

std::int64_t VarianceInterval::bound(const Rational& of_sum,
                                     const Rational& of_count) const {
  // Up to the next level, so that many cells share a bound.
  const Rational sums = radius_ * unit_of_sum_ * 2 / unit_of_squares_ / kLevels;
  const Rational counts = radius_ * radius_ * 2 / unit_of_squares_ / kLevels;
  const std::pair level = {(of_sum / sums).ceil().to_int64().value(),
                           (of_count / counts).ceil().to_int64().value()};
  if (const auto known = bounds_.find(level); known != bounds_.end())
    return known->second;
  const WeightedNoise noises[] = {
      {squares_, 1}, {sum_, sums * level.first}, {count_, counts * level.second}};
  return bounds_.emplace(level, combined_bound(noises, beta_)).first->second;
}

// With mean m and variance v, all counted from the middle, squares + half count - 2 m
// sum
// + (m^2 - v) count is noise of a known law. The mean is not known, but it lies in an
// interval, and there the parabola in m is flat.
ExactEstimate VarianceInterval::from(std::span<const std::int64_t> numbers) const {
  const Rational count = numbers[0], sum = unit_of_sum_ * numbers[1];
  const ExactEstimate mean = mean_.from(numbers[0], numbers[1]);
  const auto parabola = [&](const Rational& m) {
    return unit_of_squares_ * numbers[2] + (half_ + m * m) * count - m * sum * 2;
  };
  const Rational most = radius_ * radius_;
  const Rational farthest = std::max(absolute(mean.lower), absolute(mean.upper));
  const bool holds_zero = mean.lower.sign() <= 0 && mean.upper.sign() >= 0;
  const Rational nearest =
      holds_zero ? Rational(0) : std::min(absolute(mean.lower), absolute(mean.upper));
  const Rational of_sum = farthest * 2 * unit_of_sum_ / unit_of_squares_;
  const Rational least = parabola(mean.value);
  const Rational greatest = std::max(parabola(mean.lower), parabola(mean.upper));
  Rational lower = 0, upper = most;
  // What is known of the variance makes the weight of the count's noise smaller.
  for (int round = 0; round < 2; ++round) {
    const Rational of_count = std::max(absolute(half_ + farthest * farthest - lower),
                                       absolute(half_ + nearest * nearest - upper)) /
                              unit_of_squares_;
    // Half a unit of either number was lost by rounding.
    const Rational reach =
        (Rational(bound(of_sum, of_count)) + (of_sum + 1) / 2) * unit_of_squares_;
    lower = std::max((least - reach) / count, Rational(0));
    upper = std::min((greatest + reach) / count, most);
    // Numbers that hardly any rows have: what is next to the nearest end.
    if (lower > most) lower = std::max(most - reach / count, Rational(0));
    if (upper.sign() < 0) upper = std::min(reach / count, most);
  }
  return {std::clamp(least / count, lower, upper), lower, upper};
}

// The error is noise over the noisy count, and the square of the mean's error. The
// worst mean lies at a bound.
std::optional<Rational> VarianceInterval::planned_error(std::int64_t rows) const {
  const auto of_mean = mean_.planned_error(rows);
  if (!of_mean) return std::nullopt;
  const Rational most = radius_ * radius_ / unit_of_squares_;
  const Rational of_sum = radius_ * 2 * unit_of_sum_ / unit_of_squares_;
  const auto error = fixed_point(rows, most, [&](const Rational& e) {
    return Rational(bound(of_sum, most + half_ / unit_of_squares_ + e)) +
           (of_sum + 1) / 2;
  });
  if (!error) return std::nullopt;
  return *error * unit_of_squares_ + *of_mean * *of_mean;
}

}  // namespace selvage
