#include "selvage/mechanism/cells/gaussian_tail.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "selvage/base/interval.hpp"
#include "selvage/mechanism/cells/least_bound.hpp"

namespace selvage {
namespace {

Rational rational_of(mpfr_srcptr x) {
  if (mpfr_zero_p(x)) return 0;
  mpz_t digits;
  mpz_init(digits);
  const mpfr_exp_t exponent = mpfr_get_z_2exp(digits, x);
  Rational result = 0;
  // In pieces of 60 bits, from the highest on.
  for (auto shift = static_cast<long>(mpz_sizeinbase(digits, 2) / 60) * 60; shift >= 0;
       shift -= 60) {
    mpz_t piece;
    mpz_init(piece);
    mpz_fdiv_q_2exp(piece, digits, static_cast<mp_bitcnt_t>(shift));
    mpz_fdiv_r_2exp(piece, piece, 60);
    result = result * Rational::power_of_two(60) + mpz_get_si(piece);
    mpz_clear(piece);
  }
  mpz_clear(digits);
  return result * Rational::power_of_two(exponent);
}

// An upper bound of what the discrete law has more than the density, at most. [T83]
Interval excess(const Rational& variance, std::int64_t count) {
  // Beyond these sizes nothing is left of either, and both fall.
  const Rational v = std::min(variance, Rational(100));
  const std::int64_t k = std::min<std::int64_t>(count, 1000);
  const Interval near = exp(Interval(-(v * Rational(717, 100))));
  const Interval far = exp(Interval(-(v * 2))) * 4;
  const double root =
      std::sqrt(6.2832 * static_cast<double>(count) * variance.to_double());
  const Rational factor = Rational::from_double(root * 0.364 * (1 + 1e-12));
  return exp(near * 3 * count) + exp(log(far) * k) * factor;
}

}  // namespace

Rational erfc_of_root(const Rational& x) {
  assert(x.sign() >= 0);
  mpfr_t value;
  mpfr_init2(value, Interval::kBits);
  mpfr_set_q(value, x.raw(), MPFR_RNDD);
  mpfr_sqrt(value, value, MPFR_RNDD);
  mpfr_erfc(value, value, MPFR_RNDU);
  const Rational result = rational_of(value);
  mpfr_clear(value);
  return result;
}

std::optional<std::int64_t> gaussian_sum_bound(const Rational& variance,
                                               std::int64_t count,
                                               const Rational& beta) {
  if (variance < 2) return std::nullopt;
  const Rational all = variance * count;
  const Interval factor = excess(variance, count);
  if (factor.upper() > 2) return std::nullopt;
  const double deviation = std::sqrt(all.to_double());
  // Where the weights are convex, their sum is at most the integral from half a place
  // before.
  const auto start = [&](std::int64_t t) {
    const Rational whole = t;
    return whole * whole <= all ? whole : whole + Rational(1, 2);
  };
  double low = 0, high = 40;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) > beta.to_double() ? low : high) = middle;
  }
  return least_from(static_cast<std::int64_t>(high * deviation), [&](std::int64_t t) {
    const Rational from = start(t);
    const Interval tail = factor * Interval(erfc_of_root(from * from / (all * 2)));
    return surely_at_most(tail, Interval(beta));
  });
}

}  // namespace selvage
