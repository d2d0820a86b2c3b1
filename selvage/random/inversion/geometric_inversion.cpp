#include "selvage/random/inversion/geometric_inversion.hpp"

#include <cassert>
#include <limits>

namespace selvage {
namespace {

// floor(y scale), where y is this bound of c - ln u, rounded in this direction.
std::optional<std::int64_t> whole_part(mpfr_ptr y, const Rational& scale,
                                       mpfr_rnd_t direction) {
  if (mpfr_sgn(y) < 0) return 0;  // c - ln u is never below 0
  mpfr_mul_q(y, y, scale.raw(), direction);
  mpfr_floor(y, y);
  if (!mpfr_fits_slong_p(y, MPFR_RNDD)) return std::nullopt;
  return mpfr_get_si(y, MPFR_RNDD);
}

}  // namespace

GeometricInversion::GeometricInversion(Sides sides, const Rational& scale)
    : sides_(sides), scale_(scale) {
  assert(scale.sign() > 0);
}

// ln(2/(1+q)) = -log1p((q-1)/2), q - 1 = expm1(-1/scale): small scales and large ones
// keep their digits.
void GeometricInversion::bound_c(RealBounds& c) const {
  if (sides_ == Sides::one) {
    mpfr_set_zero(c.lower, 1);
    mpfr_set_zero(c.upper, 1);
    return;
  }
  const Rational exponent = Rational(-1) / scale_;
  const auto bound = [&](mpfr_ptr out, mpfr_rnd_t direction) {
    const mpfr_rnd_t opposite = direction == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD;
    mpfr_set_q(out, exponent.raw(), opposite);
    mpfr_expm1(out, out, opposite);
    mpfr_div_2ui(out, out, 1, opposite);
    mpfr_log1p(out, out, opposite);
    mpfr_neg(out, out, direction);
  };
  bound(c.lower, MPFR_RNDD);
  bound(c.upper, MPFR_RNDU);
}

std::optional<std::int64_t> GeometricInversion::at(const PartialReal& u) const {
  if (mpz_sgn(u.k()) == 0) return std::nullopt;  // u may be 0
  // The value has up to 63 bits before the point, and u.places() behind it matter.
  const mpfr_prec_t bits = static_cast<mpfr_prec_t>(u.places()) + 96;
  RealBounds c(bits), logarithm(bits, u);
  bound_c(c);
  mpfr_log(logarithm.lower, logarithm.lower, MPFR_RNDD);
  mpfr_log(logarithm.upper, logarithm.upper, MPFR_RNDU);
  mpfr_sub(c.lower, c.lower, logarithm.upper, MPFR_RNDD);
  mpfr_sub(c.upper, c.upper, logarithm.lower, MPFR_RNDU);
  const auto least = whole_part(c.lower, scale_, MPFR_RNDD);
  const auto most = whole_part(c.upper, scale_, MPFR_RNDU);
  if (least && most && *least == *most) return least;
  return std::nullopt;
}

double GeometricInversion::offset(unsigned places) const {
  RealBounds c(256);
  bound_c(c);
  mpfr_const_log2(c.upper, MPFR_RNDN);
  mpfr_mul_ui(c.upper, c.upper, places, MPFR_RNDN);
  mpfr_add(c.lower, c.lower, c.upper, MPFR_RNDN);
  return mpfr_get_d(c.lower, MPFR_RNDN);
}

}  // namespace selvage
