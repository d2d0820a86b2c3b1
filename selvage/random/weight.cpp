#include "selvage/random/weight.hpp"

#include <cstdlib>

namespace selvage {
namespace {

// Poisson: the sum over all z of exp(-z^2/2v) is sqrt(2 pi v) times 1 + 2 (e + e^4 +
// e^9
// + ...), e = exp(-2 pi^2 v) < exp(-19 v), at most 1 + 3 e. [T25]
Interval wide_gaussian_sum(const Rational& variance) {
  const Rational below = *Rational::parse(
      "3.14159265358979323846264338327950288419716939937510582097494459230781640628");
  const Interval pi =
      hull(Interval(below), Interval(below + *Rational::parse("1e-74")));
  const Interval root = exp(log(pi * variance * 2) / 2);
  return hull(root, root * (exp(-(variance * 19)) * 3 + 1));
}

// The sum runs to n and the rest is bounded by a geometric series:
// z^2 - (n+1)^2 >= 2 (n+1) (z-n-1), so the tail is at most
// exp(-(n+1)^2/2v) / (1 - exp(-(n+1)/v)).
Interval gaussian_sum(const Rational& variance) {
  if (variance > 100) return wide_gaussian_sum(variance);
  const Rational enough = 140;  // exp(-140) < 2^-200
  Interval sum(1);
  std::int64_t n = 0;
  for (;; ++n) {
    const Rational exponent = Rational(n + 1) * (n + 1) / (variance * 2);
    if (exponent > enough) break;
    sum = sum + exp(-exponent) * 2;
  }
  const Rational next = Rational(n + 1) * (n + 1) / (variance * 2);
  const Interval tail =
      exp(-next) * 2 / (Interval(1) - exp(-(Rational(n + 1) / variance)));
  return hull(sum, sum + tail);
}

Interval compute(const Constant& constant) {
  const Rational& parameter = constant.parameter;
  switch (constant.kind) {
    case Constant::Kind::laplace: {
      // (1-q)/(1+q) by expm1, which keeps its digits where q is near 1.
      const Interval q_minus_one = expm1(-(Rational(1) / parameter));
      return Interval(0) - q_minus_one / (q_minus_one + 2);
    }
    case Constant::Kind::one_minus_exp:
      return Interval(0) - expm1(-parameter);
    case Constant::Kind::gaussian:
      return Interval(1) / gaussian_sum(parameter);
    case Constant::Kind::fraction:
      return parameter;
    case Constant::Kind::between:
      return hull(Interval(parameter), Interval(constant.upper));
  }
  return {};
}

// By repeated squaring: long jumps have large powers. Requires power >= 0.
Interval power_of(Interval base, int power) {
  Interval result(1);
  for (; power > 0; power /= 2) {
    if (power % 2 == 1) result = result * base;
    base = base * base;
  }
  return result;
}

}  // namespace

Interval value(const Constant& constant) {
  // A law has thousands of weights but one or two constants.
  thread_local std::map<Constant, Interval> known;
  if (known.size() > 64) known.clear();
  const auto [found, fresh] = known.try_emplace(constant);
  if (fresh) found->second = compute(constant);
  return found->second;
}

Weight Weight::operator*(const Weight& other) const {
  Weight product{factor * other.factor, exponent + other.exponent, constants};
  for (const auto& [constant, power] : other.constants)
    product.constants[constant] += power;
  return product;
}

Interval Weight::value() const {
  Interval result = Interval(factor) * exp(-exponent);
  for (const auto& [constant, power] : constants) {
    result = result * power_of(selvage::value(constant), power);
  }
  return result;
}

std::optional<ExactRatio> exact_ratio(const Weight& p, const Weight& q) {
  if (q.factor.sign() == 0) return std::nullopt;
  constexpr int kMostPowers = 64;  // of fractions: their product stays short
  std::map<Constant, int> left = p.constants;
  // Two numbers between the same bounds need not be the same number.
  for (const auto& [constant, power] : left)
    if (constant.kind == Constant::Kind::between) return std::nullopt;
  for (const auto& [constant, power] : q.constants) left[constant] -= power;
  Rational ratio = p.factor / q.factor;
  int powers = 0;
  for (const auto& [constant, power] : left) {
    if (power == 0) continue;
    powers += std::abs(power);
    if (constant.kind != Constant::Kind::fraction || powers > kMostPowers)
      return std::nullopt;
    for (int i = 0; i < power; ++i) ratio = ratio * constant.parameter;
    for (int i = 0; i > power; --i) ratio = ratio / constant.parameter;
  }
  return ExactRatio{ratio, q.exponent - p.exponent};
}

}  // namespace selvage
