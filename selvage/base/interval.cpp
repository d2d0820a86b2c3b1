#include "selvage/base/interval.hpp"

#include <cassert>

#include "selvage/base/stopping.hpp"

namespace selvage {
namespace {

Rational exact_value(mpfr_srcptr x) {
  assert(mpfr_number_p(x) != 0);  // an infinite end has no exact value
  Rational result;
  mpfr_get_q(const_cast<mpq_ptr>(result.raw()), x);
  return result;
}

std::string decimal(mpfr_srcptr x, int digits, mpfr_rnd_t direction) {
  char* raw = nullptr;
  // %R*g takes the rounding direction as an argument, so the text is a bound too.
  mpfr_asprintf(&raw, "%.*R*g", digits, direction, x);
  std::string text(raw);
  mpfr_free_str(raw);
  return text;
}

}  // namespace

Interval::Interval(const Rational& exact) {
  mpfr_inits2(kBits, lower_, upper_, nullptr);
  mpfr_set_q(lower_, exact.raw(), MPFR_RNDD);
  mpfr_set_q(upper_, exact.raw(), MPFR_RNDU);
}

Interval::Interval(const Interval& other) {
  mpfr_inits2(kBits, lower_, upper_, nullptr);
  *this = other;
}

Interval& Interval::operator=(const Interval& other) {
  if (this == &other) return *this;
  mpfr_set(lower_, other.lower_, MPFR_RNDD);
  mpfr_set(upper_, other.upper_, MPFR_RNDU);
  return *this;
}

Interval::~Interval() { mpfr_clears(lower_, upper_, nullptr); }

Interval operator+(const Interval& a, const Interval& b) {
  ask_to_go_on();
  Interval result;
  mpfr_add(result.lower_, a.lower_, b.lower_, MPFR_RNDD);
  mpfr_add(result.upper_, a.upper_, b.upper_, MPFR_RNDU);
  return result;
}

Interval operator-(const Interval& a, const Interval& b) {
  ask_to_go_on();
  Interval result;
  mpfr_sub(result.lower_, a.lower_, b.upper_, MPFR_RNDD);
  mpfr_sub(result.upper_, a.upper_, b.lower_, MPFR_RNDU);
  return result;
}

Interval operator*(const Interval& a, const Interval& b) {
  ask_to_go_on();
  Interval result;
  mpfr_t product;
  mpfr_init2(product, Interval::kBits);
  bool first = true;
  for (mpfr_srcptr x : {a.lower_, a.upper_})
    for (mpfr_srcptr y : {b.lower_, b.upper_}) {
      mpfr_mul(product, x, y, MPFR_RNDD);
      if (first || mpfr_less_p(product, result.lower_))
        mpfr_set(result.lower_, product, MPFR_RNDD);
      mpfr_mul(product, x, y, MPFR_RNDU);
      if (first || mpfr_greater_p(product, result.upper_))
        mpfr_set(result.upper_, product, MPFR_RNDU);
      first = false;
    }
  mpfr_clear(product);
  return result;
}

Interval operator/(const Interval& a, const Interval& b) {
  ask_to_go_on();
  assert(mpfr_sgn(b.lower_) > 0 || mpfr_sgn(b.upper_) < 0);
  Interval inverse;
  mpfr_ui_div(inverse.lower_, 1, b.upper_, MPFR_RNDD);
  mpfr_ui_div(inverse.upper_, 1, b.lower_, MPFR_RNDU);
  return a * inverse;
}

Interval exp(const Interval& x) {
  ask_to_go_on();
  Interval result;
  mpfr_exp(result.lower_, x.lower_, MPFR_RNDD);
  mpfr_exp(result.upper_, x.upper_, MPFR_RNDU);
  return result;
}

Interval expm1(const Interval& x) {
  ask_to_go_on();
  Interval result;
  mpfr_expm1(result.lower_, x.lower_, MPFR_RNDD);
  mpfr_expm1(result.upper_, x.upper_, MPFR_RNDU);
  return result;
}

Interval log(const Interval& x) {
  ask_to_go_on();
  assert(mpfr_sgn(x.lower_) > 0);
  Interval result;
  mpfr_log(result.lower_, x.lower_, MPFR_RNDD);
  mpfr_log(result.upper_, x.upper_, MPFR_RNDU);
  return result;
}

Interval positive_part(const Interval& x) {
  Interval result(x);
  if (mpfr_sgn(result.lower_) < 0) mpfr_set_zero(result.lower_, 1);
  if (mpfr_sgn(result.upper_) < 0) mpfr_set_zero(result.upper_, 1);
  return result;
}

Interval hull(const Interval& a, const Interval& b) {
  Interval result;
  mpfr_min(result.lower_, a.lower_, b.lower_, MPFR_RNDD);
  mpfr_max(result.upper_, a.upper_, b.upper_, MPFR_RNDU);
  return result;
}

Rational Interval::lower() const { return exact_value(lower_); }
Rational Interval::upper() const { return exact_value(upper_); }

std::string Interval::upper_text(int digits) const {
  return decimal(upper_, digits, MPFR_RNDU);
}

std::string Interval::lower_text(int digits) const {
  return decimal(lower_, digits, MPFR_RNDD);
}

double Interval::middle() const {
  return (mpfr_get_d(lower_, MPFR_RNDN) + mpfr_get_d(upper_, MPFR_RNDN)) / 2;
}

bool surely_at_most(const Interval& a, const Interval& b) {
  return mpfr_lessequal_p(a.upper_, b.lower_) != 0;
}

}  // namespace selvage
