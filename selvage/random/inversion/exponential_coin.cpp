#include "selvage/random/inversion/exponential_coin.hpp"

#include <cassert>

#include "selvage/random/inversion/real_bounds.hpp"

namespace selvage {

std::optional<bool> below_exp(const PartialReal& u, const Rational& x) {
  assert(x.sign() >= 0);
  RealBounds bounds(static_cast<mpfr_prec_t>(u.places()) + 64, u);
  const Rational exponent = -x;
  mpfr_log(bounds.upper, bounds.upper, MPFR_RNDU);
  if (mpfr_cmp_q(bounds.upper, exponent.raw()) <= 0) return true;
  if (mpz_sgn(u.k()) == 0) return std::nullopt;
  mpfr_log(bounds.lower, bounds.lower, MPFR_RNDD);
  if (mpfr_cmp_q(bounds.lower, exponent.raw()) >= 0) return false;
  return std::nullopt;
}

bool below_exp(PartialReal& u, const Rational& x,
               const std::function<std::uint64_t()>& words) {
  for (;;) {
    if (const auto below = below_exp(u, x)) return *below;
    u.append(words(), 64);
  }
}

// Both bounds of exp(-x) agree on 64 places, or more precision is taken: exp(-x) is
// irrational for a fraction x > 0, so that this ends.
ExponentialCoin::ExponentialCoin(const Rational& x) : x_(x), certain_(x.sign() == 0) {
  assert(x.sign() >= 0);
  for (mpfr_prec_t bits = 192; !certain_; bits *= 2) {
    RealBounds power(bits);
    bound_exp(x, power);
    if (const auto floor = floor_of(power, 64)) {
      threshold_ = *floor;
      return;
    }
  }
}

bool ExponentialCoin::exact(std::uint64_t word,
                            const std::function<std::uint64_t()>& words) const {
  PartialReal u(word, 64);
  return below_exp(u, x_, words);
}

}  // namespace selvage
