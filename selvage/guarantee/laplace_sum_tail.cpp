#include "selvage/guarantee/laplace_sum_tail.hpp"

#include <cassert>

#include "selvage/base/bisect.hpp"

namespace selvage {

// P(sum = n) is ((1-q)/(1+q))^draws q^n times a polynomial in n, for n >= 0; below it
// is square n^2 + linear n + constant. Sums of n^i q^n are known.
Interval laplace_sum_tail(const Rational& scale, std::int64_t draws,
                          std::int64_t least) {
  assert(scale.sign() > 0 && draws >= 1 && draws <= kMostSummed && least >= 1);
  const Rational rate = Rational(1) / scale;
  const Interval one(1), q = exp(-rate), p = Interval(0) - expm1(-rate);  // 1 - q
  const Interval factor = p / (one + q), power = exp(rate * -least);
  if (draws == 1) return power / (one + q);
  const Interval r = exp(rate * -2), s = Interval(0) - expm1(rate * -2);  // 1 - r
  const Interval two = (one + r) / s;  // the constant for two draws
  Interval square(0), linear(1), constant = two;
  if (draws == 3) {
    const Interval after = r / s;
    square = one / 2;
    linear = one / 2 + two + after;
    constant = two + two * after * 2 + after / s * 2;
  }
  const Interval first = one / p, second = q / (p * p),
                 third = q * (one + q) / (p * p * p);
  const Interval at(least);
  const Interval sum = (square * at * at + linear * at + constant) * first +
                       (square * at * 2 + linear) * second + square * third;
  Interval weight = factor * factor;
  if (draws == 3) weight = weight * factor;
  return weight * power * sum;
}

std::int64_t laplace_size_bound(const Rational& scale, std::int64_t draws,
                                const Rational& risk) {
  const auto holds = [&](std::int64_t bound) {
    return surely_at_most(laplace_sum_tail(scale, draws, bound + 1) * 2,
                          Interval(risk));
  };
  std::int64_t high = 1;
  while (!holds(high)) high *= 2;
  return least_above(-1, high, holds);
}

}  // namespace selvage
