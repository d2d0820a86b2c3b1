#include "selvage/mechanism/outlier/law/noise_then_suppress.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/outlier/law/discrete_laplace.hpp"
#include "selvage/mechanism/outlier/law/staircase.hpp"

namespace selvage {
namespace {

Outcome check(const NoiseThenSuppress& mechanism) {
  return check_staircase(noise_then_suppress(mechanism.epsilon, mechanism.threshold));
}

Interval delta_of(const NoiseThenSuppress& mechanism, std::int64_t count,
                  const Rational& epsilon, std::int64_t people) {
  const Rational all = mechanism.epsilon * Rational(people);
  if (epsilon >= all) return Interval(0);
  return laplace_above(mechanism.epsilon, mechanism.threshold - count) *
         (Interval(0) - expm1(Interval(epsilon - all)));
}

}  // namespace

Result<Interval> suppressed_delta(const NoiseThenSuppress& mechanism,
                                  std::int64_t count, const Rational& epsilon,
                                  std::int64_t people) {
  if (const auto checked = check(mechanism); !checked) return checked.error();
  if (people < 1 || count < people || count > mechanism.threshold + 1)
    return wrong(fmt::format("{} of {} people are not 1 <= people <= count <= {} + 1",
                             people, count, mechanism.threshold));
  if (epsilon.sign() < 0)
    return wrong(fmt::format("epsilon {} is below 0", epsilon.short_text()));
  return delta_of(mechanism, count, epsilon, people);
}

Result<std::int64_t> least_suppression_threshold(std::int64_t limit,
                                                 const Rational& epsilon,
                                                 const Rational& below,
                                                 const Rational& delta) {
  if (limit < 1 || limit > kMostCount || delta.sign() <= 0 || delta >= 1 ||
      below.sign() < 0)
    return wrong(fmt::format(
        "limit {}, epsilon {} below it and delta {} are not limit >= 1, epsilon >= 0, "
        "0 < delta < 1",
        limit, below.short_text(), delta.short_text()));
  if (const auto checked = check({epsilon, limit}); !checked) return checked.error();
  const auto enough = [&](std::int64_t threshold) {
    return delta_of({epsilon, threshold}, limit, below, 1).upper() <= delta;
  };
  if (enough(limit - 1)) return limit - 1;
  std::int64_t low = limit - 1, step = 1;  // too low
  while (!enough(low + step)) {
    low += step;
    step *= 2;
  }
  for (std::int64_t high = low + step;;) {
    if (high - low == 1) return high;
    const std::int64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
}

Result<Interval> suppressed_key_delta(const NoiseThenSuppress& mechanism) {
  if (const auto checked = check(mechanism); !checked) return checked.error();
  return laplace_above(mechanism.epsilon, mechanism.threshold - 1);
}

Result<Interval> suppressed_mean_error(const NoiseThenSuppress& mechanism,
                                       std::int64_t count) {
  if (const auto checked = check(mechanism); !checked) return checked.error();
  if (count < 0 || count > kMostCount)
    return wrong(fmt::format("the count {} is not in 0..2^53", count));
  const Rational& noise = mechanism.epsilon;
  const std::int64_t spare = mechanism.threshold - count;  // told where Z > spare
  if (spare >= 0)
    return (Interval(1) - laplace_above(noise, spare)) * Rational(count) +
           laplace_mean_above(noise, spare);
  // Suppressed where -Z >= -spare; the noise there is not seen.
  return laplace_above(noise, -spare - 1) * Rational(count) +
         laplace_mean_absolute(noise) - laplace_mean_above(noise, -spare - 1);
}

}  // namespace selvage
