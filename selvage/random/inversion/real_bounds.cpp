#include "selvage/random/inversion/real_bounds.hpp"

namespace selvage {

RealBounds::RealBounds(mpfr_prec_t bits, const PartialReal& x) : RealBounds(bits) {
  mpfr_set_z_2exp(lower, x.k(), 0, MPFR_RNDD);
  mpfr_set_z_2exp(upper, x.k(), 0, MPFR_RNDU);
  mpfr_add_ui(upper, upper, 1, MPFR_RNDU);
  mpfr_div_2ui(lower, lower, x.places(), MPFR_RNDD);
  mpfr_div_2ui(upper, upper, x.places(), MPFR_RNDU);
}

void bound_exp(const Rational& x, RealBounds& out) {
  const Rational exponent = -x;
  mpfr_set_q(out.lower, exponent.raw(), MPFR_RNDD);
  mpfr_set_q(out.upper, exponent.raw(), MPFR_RNDU);
  mpfr_exp(out.lower, out.lower, MPFR_RNDD);
  mpfr_exp(out.upper, out.upper, MPFR_RNDU);
}

void bound_one_minus_exp(const Rational& x, RealBounds& out) {
  const Rational exponent = -x;
  mpfr_set_q(out.lower, exponent.raw(), MPFR_RNDU);
  mpfr_set_q(out.upper, exponent.raw(), MPFR_RNDD);
  mpfr_expm1(out.lower, out.lower, MPFR_RNDU);
  mpfr_expm1(out.upper, out.upper, MPFR_RNDD);
  mpfr_neg(out.lower, out.lower, MPFR_RNDD);
  mpfr_neg(out.upper, out.upper, MPFR_RNDU);
}

void multiply(RealBounds& x, const RealBounds& y) {
  mpfr_mul(x.lower, x.lower, y.lower, MPFR_RNDD);
  mpfr_mul(x.upper, x.upper, y.upper, MPFR_RNDU);
}

void divide(RealBounds& x, const RealBounds& y) {
  mpfr_div(x.lower, x.lower, y.upper, MPFR_RNDD);
  mpfr_div(x.upper, x.upper, y.lower, MPFR_RNDU);
}

void add(RealBounds& x, const RealBounds& y) {
  mpfr_add(x.lower, x.lower, y.lower, MPFR_RNDD);
  mpfr_add(x.upper, x.upper, y.upper, MPFR_RNDU);
}

void subtract(RealBounds& x, const RealBounds& y) {
  mpfr_sub(x.lower, x.lower, y.upper, MPFR_RNDD);
  mpfr_sub(x.upper, x.upper, y.lower, MPFR_RNDU);
  if (mpfr_sgn(x.lower) < 0) mpfr_set_zero(x.lower, 1);
}

void set(RealBounds& x, const RealBounds& y) {
  mpfr_set(x.lower, y.lower, MPFR_RNDD);
  mpfr_set(x.upper, y.upper, MPFR_RNDU);
}

void set(RealBounds& x, unsigned long whole) {
  mpfr_set_ui(x.lower, whole, MPFR_RNDD);
  mpfr_set_ui(x.upper, whole, MPFR_RNDU);
}

void twice(RealBounds& x) {
  mpfr_mul_2ui(x.lower, x.lower, 1, MPFR_RNDD);
  mpfr_mul_2ui(x.upper, x.upper, 1, MPFR_RNDU);
}

std::optional<std::uint64_t> floor_of(RealBounds& x, unsigned places) {
  static_assert(sizeof(unsigned long) == sizeof(std::uint64_t));
  for (mpfr_ptr end : {x.lower, x.upper}) {
    mpfr_mul_2ui(end, end, places, MPFR_RNDD);  // exact
    mpfr_floor(end, end);
  }
  if (!mpfr_equal_p(x.lower, x.upper) || !mpfr_fits_ulong_p(x.lower, MPFR_RNDD))
    return std::nullopt;
  return mpfr_get_ui(x.lower, MPFR_RNDD);
}

}  // namespace selvage
