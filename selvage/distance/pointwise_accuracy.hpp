// Flexible accuracy at one table, by the law of what is released alone: M is (alpha,
// beta, gamma)-accurate at x exactly if P[ e_alpha(x, M(x)) > beta ] <= gamma. So it
// can be computed, and measured by sampling. [T155]
#pragma once
#include <vector>

#include "selvage/base/extended_rational.hpp"
#include "selvage/base/rational.hpp"

namespace selvage {

struct ErrorMass {
  ExtendedRational error;  // e_alpha(x, r)
  Rational probability;    // of r
};

// P[ error > beta ].
Rational miss_probability(const std::vector<ErrorMass>& law, const Rational& beta);

// The least beta for which the law is accurate with gamma: the (1 - gamma)-quantile of
// the error. Requires probabilities that sum to 1, and 0 <= gamma < 1.
ExtendedRational least_beta(std::vector<ErrorMass> law, const Rational& gamma);

}  // namespace selvage
