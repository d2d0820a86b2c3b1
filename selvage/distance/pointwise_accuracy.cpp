#include "selvage/distance/pointwise_accuracy.hpp"

#include <algorithm>

namespace selvage {

Rational miss_probability(const std::vector<ErrorMass>& law, const Rational& beta) {
  Rational missed = 0;
  for (const auto& [error, probability] : law)
    if (error > ExtendedRational(beta)) missed = missed + probability;
  return missed;
}

ExtendedRational least_beta(std::vector<ErrorMass> law, const Rational& gamma) {
  std::sort(law.begin(), law.end(),
            [](const ErrorMass& a, const ErrorMass& b) { return a.error > b.error; });
  Rational above = 0;
  for (const auto& [error, probability] : law) {
    above = above + probability;
    if (above > gamma) return error;
  }
  return 0;
}

}  // namespace selvage
