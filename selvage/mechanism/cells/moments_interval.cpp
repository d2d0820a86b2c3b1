#include "selvage/mechanism/cells/moments_interval.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

#include "selvage/mechanism/cells/combined_noise.hpp"
#include "selvage/mechanism/cells/planned_numbers.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMeanPart = 50;  // of beta that finding the mean may take
constexpr int kMostRounds = 100;
constexpr std::int64_t kPlannedLevels = 8;  // of where the mean may be
const Rational kHalf(1, 2), kQuarter(1, 4);

bool is_rounded(const CellsPlan& plan) { return plan.numbers[0].formula.divisor != 1; }

std::int64_t sum_of(std::span<const std::int64_t> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
}

// The least e with e * rows >= bound(e), where the bound grows with e: from below.
template <class Bound>
std::optional<Rational> fixed_point(const Rational& rows, const Rational& most,
                                    const Bound& bound) {
  if (rows.sign() <= 0) return std::nullopt;
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

const Rational kEmptyRisk(1, 1000);

Rational of_int128(Int128 x) {
  const Int128 high = floor_quotient(x, Int128{1} << 62);
  return Rational(static_cast<std::int64_t>(high)) * Rational::power_of_two(62) +
         Rational(static_cast<std::int64_t>(x - (high << 62)));
}

}  // namespace

CountInterval::CountInterval(const CellsPlan& plan, const Rational& beta)
    : of_row_(plan.together->of_row) {
  const auto numbers = static_cast<std::int64_t>(plan.numbers.size());
  const auto bound = [&](const Rational& risk) {
    return sum_error_bound(plan.numbers[0].added(), numbers, risk) +
           (is_rounded(plan) ? (numbers + 1) / 2 : 0);
  };
  bound_ = bound(beta);
  surely_ = bound(std::min(beta, kEmptyRisk));
}

// To the nearest whole number, which is off by half a row at most; so is the interval
// around it, whose ends are whole too.
ExactEstimate CountInterval::from(std::span<const std::int64_t> numbers) const {
  const Rational half(1, 2);
  const Rational value = (Rational(sum_of(numbers)) / of_row_ + half).floor();
  const Rational reach = (Rational(bound_) / of_row_ + half).floor();
  return {value, std::max(value - reach, Rational(0)),
          std::max(value + reach, Rational(0))};
}

// Noise alone could be large over few rows, and would look certain.
bool CountInterval::may_be_empty(std::span<const std::int64_t> numbers) const {
  return sum_of(numbers) <= surely_;
}

bool CountInterval::may_be_empty(std::int64_t rows) const {
  return of_row_ * rows <= surely_;
}

MeanInterval::MeanInterval(const CellsPlan& plan, const Rational& beta)
    : noise_(plan.numbers[0].added()),
      numbers_(plan.numbers.size()),
      rounded_(is_rounded(plan)),
      of_row_(plan.together->of_row),
      beta_(beta),
      most_(bound_between(0, 1)),
      bounds_(kLevels + 1, -1) {}

// high - low - m (low + [middle] + high), of which the noise alone is left for the true
// mean m.
std::int64_t MeanInterval::bound_between(const Rational& least,
                                         const Rational& most) const {
  const Rational other = std::max(absolute(Rational(1) - least), most - 1);
  std::vector<Rational> weights = {most + 1, other};
  if (numbers_ == 3) weights.push_back(most);
  const Rational sum = std::accumulate(weights.begin(), weights.end(), Rational(0));
  const std::int64_t rounding = rounded_ ? *(sum / 2).ceil().to_int64() : 0;
  return combined_bound(noise_, weights, beta_) + rounding;
}

std::int64_t MeanInterval::bound(std::int64_t level) const {
  std::int64_t& known = bounds_[static_cast<std::size_t>(level)];
  if (known < 0)
    known = bound_between(Rational(level - 1, kLevels), Rational(level, kLevels));
  return known;
}

// All means m with |high - low - m count| <= bound(|m|), level by level, as whole
// multiples of 1 / (kLevels count).
ExactEstimate MeanInterval::from(std::span<const std::int64_t> numbers) const {
  const Int128 count = sum_of(numbers);
  assert(count > 0);
  const Int128 sum = Int128{numbers.back()} - numbers.front();
  const Int128 most = count * kLevels, centre = sum * kLevels;
  Int128 lower = most + 1, upper = -most - 1;
  for (std::int64_t level = 1; level <= kLevels; ++level) {
    for (const int side : {-1, 1}) {
      const Int128 inner = side * (level - 1) * count, outer = side * level * count;
      Int128 low = std::min(inner, outer), high = std::max(inner, outer);
      // What no bound accepts needs none, nor what lies between accepted means.
      if (low > lower && high < upper) continue;
      if (std::max(low - centre, centre - high) > most_reach()) continue;
      const Int128 reach = Int128{bound(level)} * kLevels;
      low = std::max(low, centre - reach);
      high = std::min(high, centre + reach);
      if (low > high) continue;
      lower = std::min(lower, low);
      upper = std::max(upper, high);
    }
  }
  // Sums that hardly any rows have: what is next to the nearest bound.
  if (lower > upper) {
    const Int128 reach = std::min(most_reach(), 2 * most);
    lower = sum > 0 ? most - reach : -most;
    upper = sum > 0 ? most : -most + reach;
  }
  const Rational unit = Rational(1) / of_int128(most);
  return {of_int128(std::clamp(centre, lower, upper)) * unit, of_int128(lower) * unit,
          of_int128(upper) * unit};
}

// (S + z)/(n + y) - m = (z - m y)/(n + y) is at most e in size if |z - (m +- e) y| is
// at most e n.
std::optional<Rational> MeanInterval::planned_error(std::int64_t rows) const {
  return fixed_point(of_row_ * rows, 2, [&](const Rational& e) {
    std::int64_t most = 0;
    for (std::int64_t level = 1; level <= kPlannedLevels; ++level)
      most = std::max(
          most,
          bound_between(std::max(Rational(level - 1, kPlannedLevels) - e, Rational(0)),
                        Rational(level, kPlannedLevels) + e));
    return Rational(most);
  });
}

VarianceInterval::VarianceInterval(const CellsPlan& plan, const Rational& beta)
    : noise_(plan.numbers[0].added()),
      rounded_(is_rounded(plan)),
      of_row_(plan.together->of_row),
      offset_(middle_offset(norm_of(noise_))),
      beta_(beta * Rational(kMeanPart - 1, kMeanPart)),
      mean_(plan, beta / kMeanPart) {}

// (t - m)^2 - v is made of the three sums with the weights m^2 - v, (1/2 - m)^2 - v -
// offset and (1 - m)^2 - v.
Rational VarianceInterval::reach(const Range& mean, const Range& variance) const {
  const auto weight = [&](const Rational& place, const Rational& offset) {
    const Rational a = absolute(place - mean.least), b = absolute(place - mean.most);
    const bool inside = mean.least <= place && place <= mean.most;
    const Rational far = std::max(a, b), near = inside ? Rational(0) : std::min(a, b);
    return std::max(absolute(far * far - offset - variance.least),
                    absolute(near * near - offset - variance.most));
  };
  // Up to the next level, so that many cells share a bound.
  std::array<std::int64_t, 3> levels{};
  std::array<Rational, 3> weights;
  const Rational places[] = {0, kHalf, 1};
  for (std::size_t i = 0; i < 3; ++i) {
    const Rational exact = weight(places[i], i == 1 ? offset_ : Rational(0));
    levels[i] = *(exact * kLevels).ceil().to_int64();
    weights[i] = Rational(levels[i], kLevels);
  }
  auto known = bounds_.find(levels);
  if (known == bounds_.end())
    known = bounds_.emplace(levels, combined_bound(noise_, weights, beta_)).first;
  const Rational rounding =
      rounded_ ? (weights[0] + weights[1] + weights[2]) / 2 : Rational(0);
  return Rational(known->second) + rounding;
}

// The mean is not known, but it lies in an interval, and there the parabola in m is
// flat.
ExactEstimate VarianceInterval::from(std::span<const std::int64_t> numbers) const {
  const Rational count = sum_of(numbers);
  const ExactEstimate sides = mean_.from(numbers);
  const auto place = [](const Rational& side) { return (side + 1) * kHalf; };
  const Range mean{place(sides.lower), place(sides.upper)};
  const auto parabola = [&](const Rational& m) {
    const Rational middle = kHalf - m, high = Rational(1) - m;
    return m * m * numbers[0] + (middle * middle - offset_) * numbers[1] +
           high * high * numbers[2];
  };
  const Rational least = parabola(place(sides.value));
  const Rational greatest = std::max(parabola(mean.least), parabola(mean.most));
  Rational lower = 0, upper = kQuarter;
  // What is known of the variance makes the weights smaller.
  for (int round = 0; round < 2; ++round) {
    const Rational off = reach(mean, {lower, upper});
    lower = std::max((least - off) / count, Rational(0));
    upper = std::min((greatest + off) / count, kQuarter);
    // Numbers that hardly any rows have: what is next to the nearest end.
    if (lower > kQuarter) lower = std::max(kQuarter - off / count, Rational(0));
    if (upper.sign() < 0) upper = std::min(off / count, kQuarter);
  }
  return {std::clamp(least / count, lower, upper), lower, upper};
}

// The error is noise over the noisy count, and the square of the mean's error.
std::optional<Rational> VarianceInterval::planned_error(std::int64_t rows) const {
  const auto of_mean = mean_.planned_error(rows);
  if (!of_mean) return std::nullopt;
  const auto error = fixed_point(of_row_ * rows, kQuarter, [&](const Rational& e) {
    Rational most = 0;
    for (std::int64_t level = 0; level < kPlannedLevels; ++level) {
      const Range mean{Rational(level, kPlannedLevels),
                       Rational(level + 1, kPlannedLevels)};
      // No variance is above m (1 - m).
      const Rational inner =
          std::min(absolute(kHalf - mean.least), absolute(kHalf - mean.most));
      most = std::max(most, reach(mean, {-e, kQuarter - inner * inner + e}));
    }
    return most;
  });
  if (!error) return std::nullopt;
  return *error + *of_mean * *of_mean * kQuarter;
}

}  // namespace selvage
