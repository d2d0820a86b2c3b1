#include "selvage/mechanism/outlier/law/discrete_laplace.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace selvage {
namespace {

Interval power(const Rational& noise, std::int64_t times) {  // q^times
  return exp(Interval(-(noise * Rational(times))));
}

// 1 - e^x without cancellation.
Interval below_one(const Rational& x) { return Interval(0) - expm1(Interval(x)); }

}  // namespace

Interval laplace_mass(const Rational& noise, std::int64_t z) {
  return below_one(-noise) / (power(noise, 1) + 1) * power(noise, std::abs(z));
}

Interval laplace_above(const Rational& noise, std::int64_t m) {
  const Interval divisor = power(noise, 1) + 1;
  if (m >= -1) return power(noise, m + 1) / divisor;
  return Interval(1) - power(noise, -m) / divisor;
}

Interval laplace_mean_absolute(const Rational& noise) {
  return power(noise, 1) * 2 / below_one(-(noise * 2));
}

Interval laplace_mean_above(const Rational& noise, std::int64_t m) {
  assert(m >= -1);
  return laplace_above(noise, m) *
         (power(noise, 1) / below_one(-noise) + Rational(m + 1));
}

std::int64_t laplace_error_bound(const Rational& noise, const Rational& beta) {
  assert(beta.sign() > 0 && beta < 1);
  // The formula solved for r says where it is but for roundings; the tail decides.
  const Interval guess =
      log(Interval(2) / ((power(noise, 1) + 1) * beta)) / Interval(noise) - 1;
  std::int64_t r = std::max<std::int64_t>(0, *guess.lower().floor().to_int64());
  while ((laplace_above(noise, r) * 2).upper() > beta) ++r;
  return r;
}

// With s = people * e: outputs at and beyond the larger count, mass 1/(1+q), have the
// loss s; those between the counts have losses s - 2e, s - 4e, ...
Interval laplace_delta(const Rational& noise, const Rational& epsilon,
                       std::int64_t people) {
  assert(epsilon.sign() >= 0 && people >= 1);
  const Rational all = noise * Rational(people);
  if (epsilon >= all) return Interval(0);
  // P(Z > -1 - j) - e^E P(Z > people - 1 - j), for the least output above the ratio:
  // j = floor((all - E) / (2 e)) outputs below the larger count are above it too.
  const auto below = (all - epsilon) / (noise * 2);
  const std::int64_t j = *below.floor().to_int64();
  if (j == 0) return below_one(epsilon - all) / (power(noise, 1) + 1);
  return positive_part(laplace_above(noise, -1 - j) -
                       exp(Interval(epsilon)) * laplace_above(noise, people - 1 - j));
}

}  // namespace selvage
