#include "selvage/mechanism/outlier/law/rounding.hpp"

#include <cassert>
#include <cmath>

namespace selvage {
namespace {

long double rounded(const Rational& x, mpfr_rnd_t direction) {
  mpfr_t value;
  mpfr_init2(value, std::numeric_limits<long double>::digits);
  mpfr_set_q(value, x.raw(), direction);
  const long double result = mpfr_get_ld(value, direction);
  mpfr_clear(value);
  return result;
}

// A double on the wished side. A conversion errs by less than one step.
Rational outward(long double x, double side) {
  const double near = static_cast<double>(x);
  const bool inside = side > 0 ? near < x : near > x;
  return Rational::from_double(inside ? std::nextafter(near, side) : near);
}

}  // namespace

long double rounded_down(const Interval& x) { return rounded(x.lower(), MPFR_RNDD); }
long double rounded_up(const Interval& x) { return rounded(x.upper(), MPFR_RNDU); }
long double nearest(const Interval& x) { return rounded(x.lower(), MPFR_RNDN); }

Interval between(long double lower, long double upper) {
  assert(std::isfinite(lower) && std::isfinite(upper) && lower <= upper);
  return hull(Interval(outward(lower, -HUGE_VAL)), Interval(outward(upper, HUGE_VAL)));
}

}  // namespace selvage
