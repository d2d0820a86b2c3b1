#include "selvage/random/sampling/failures_before.hpp"

namespace selvage {
namespace {

// Rounding moves e / rate by far less than the next place of e does. [T11]
mpfr_prec_t precision(unsigned places) { return static_cast<mpfr_prec_t>(places) + 32; }

// The rate -ln(1-p) falls as x grows. Near x = 0 it is -ln(-expm1(-x)), far from it
// -log1p(-exp(-x)): each form keeps its digits there. Where exp(-x) is below the least
// number of MPFR, the lower bound is 0 and the upper bound that number.
void bound_rate_of_exp(RealBounds& rate, const Rational& x) {
  const bool small = x < 1;
  const auto bound = [&](mpfr_ptr out, mpfr_rnd_t direction) {
    const mpfr_rnd_t opposite = direction == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD;
    mpfr_set_q(out, x.raw(), opposite);
    mpfr_neg(out, out, direction);  // a bound of -x; each change of sign turns it over
    if (small)
      mpfr_expm1(out, out, direction);
    else
      mpfr_exp(out, out, direction);
    mpfr_neg(out, out, opposite);
    if (small)
      mpfr_log(out, out, opposite);
    else
      mpfr_log1p(out, out, opposite);
    mpfr_neg(out, out, direction);
  };
  bound(rate.lower, MPFR_RNDD);
  bound(rate.upper, MPFR_RNDU);
}

// -ln(1-p) grows with p.
void bound_rate_of_probability(RealBounds& rate, const Rational& p) {
  const auto bound = [&](mpfr_ptr out, mpfr_rnd_t direction) {
    const mpfr_rnd_t opposite = direction == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD;
    mpfr_set_q(out, p.raw(), direction);
    mpfr_neg(out, out, opposite);
    mpfr_log1p(out, out, opposite);
    mpfr_neg(out, out, direction);
  };
  bound(rate.lower, MPFR_RNDD);
  bound(rate.upper, MPFR_RNDU);
}

void bound_rate(RealBounds& rate, FailuresBefore::Coin kind,
                const Rational& parameter) {
  if (kind == FailuresBefore::Coin::probability)
    bound_rate_of_probability(rate, parameter);
  else
    bound_rate_of_exp(rate, parameter);
}

std::int64_t capped_floor(mpfr_srcptr quotient) {
  if (mpfr_cmp_si(quotient, kMaxNoise) >= 0) return kMaxNoise;  // infinity too
  return mpfr_get_si(quotient, MPFR_RNDD);
}

std::optional<std::int64_t> common_floor(const PartialReal& e, const RealBounds& rate) {
  RealBounds quotient(precision(e.places()), e);
  mpfr_div(quotient.lower, quotient.lower, rate.upper, MPFR_RNDD);
  mpfr_div(quotient.upper, quotient.upper, rate.lower, MPFR_RNDU);
  const std::int64_t least = capped_floor(quotient.lower);
  if (least != capped_floor(quotient.upper)) return std::nullopt;
  return least;
}

}  // namespace

FailuresBefore::FailuresBefore(Coin kind, const Rational& parameter)
    : kind_(kind), parameter_(parameter), first_rate_(precision(kWidth)) {
  assert(parameter.sign() > 0 && (kind == Coin::exp_minus || parameter < 1));
  bound_rate(first_rate_, kind_, parameter_);
}

std::optional<std::int64_t> FailuresBefore::at(const PartialReal& e) const {
  if (e.places() == kWidth) return common_floor(e, first_rate_);
  RealBounds rate(precision(e.places()));
  bound_rate(rate, kind_, parameter_);
  return common_floor(e, rate);
}

}  // namespace selvage
