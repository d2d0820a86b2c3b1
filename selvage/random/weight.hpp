// The probability of one path of draws, kept symbolic:
//   factor * exp(-exponent) * product of constants,
// so that two paths with the same constants have an exactly known ratio.
#pragma once
#include <map>
#include <optional>

#include "selvage/base/interval.hpp"

namespace selvage {

struct Constant {
  enum class Kind {
    laplace,        // (1-q)/(1+q), q = exp(-1/parameter)
    one_minus_exp,  // 1 - exp(-parameter)
    gaussian,       // 1 / sum over z of exp(-z^2 / (2 parameter))
    fraction,       // the parameter itself: powers of it stay short
    between,        // known to lie from the parameter to `upper`, and no better
  };
  Kind kind;
  Rational parameter;
  Rational upper = 0;  // of `between` alone
  bool operator==(const Constant&) const = default;
  std::strong_ordering operator<=>(const Constant&) const = default;
};

struct Weight {
  Rational factor = 1;
  Rational exponent = 0;
  std::map<Constant, int> constants;

  Weight operator*(const Weight& other) const;
  Interval value() const;
};

Interval value(const Constant& constant);

// p / q = ratio * exp(loss), exactly, where p and q share their constants but for a few
// fractions.
struct ExactRatio {
  Rational ratio, loss;
  bool operator==(const ExactRatio&) const = default;
};
std::optional<ExactRatio> exact_ratio(const Weight& p, const Weight& q);

}  // namespace selvage
