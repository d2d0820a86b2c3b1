#include "selvage/outcome/divergence.hpp"

#include <cassert>

namespace selvage {

Interval excess(const OutcomeMass& p, const OutcomeMass* q, const Epsilon& epsilon) {
  if (q == nullptr) return p.value();
  if (p.single() && q->single()) {
    const auto exact = exact_ratio(*p.single(), *q->single());
    if (exact && exact->ratio == 1 && exact->loss <= epsilon.exact) return Interval(0);
    // A ratio of whole numbers is never exp(epsilon): enough digits tell on which side.
    if (exact && exact->ratio != 1 &&
        surely_at_most(Interval(exact->ratio), exp(epsilon.exact - exact->loss)))
      return Interval(0);
  }
  return positive_part(p.value() - epsilon.factor * q->value());
}

// With q = exp(-1/scale), D = shift: the loss is (D - 2j)/scale with probability
// 1/(1+q) for j = 0, and (1-q)/(1+q) q^j for 0 < j < D. Terms with loss <= epsilon are
// exactly 0; that is decided on fractions.
Interval laplace_divergence(const Rational& scale, std::int64_t shift,
                            const Rational& epsilon) {
  assert(shift >= 1 && epsilon.sign() >= 0);
  const Interval q = exp(-(Rational(1) / scale));
  Interval sum(0);
  for (std::int64_t j = 0; j < shift; ++j) {
    const Rational loss = Rational(shift - 2 * j) / scale;
    if (loss <= epsilon) break;
    const Interval mass = j == 0 ? Interval(1) / (q + 1)
                                 : value(Constant{Constant::Kind::laplace, scale}) *
                                       exp(-(Rational(j) / scale));
    sum = sum + mass * (Interval(0) - expm1(epsilon - loss));
  }
  return sum;
}

}  // namespace selvage
