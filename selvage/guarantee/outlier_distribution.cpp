#include "selvage/guarantee/outlier_distribution.hpp"

namespace selvage {

Result<Derivation> distributional_from_outlier(Derivation premise,
                                               const SampledPeople& people,
                                               const Rational& epsilon) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  return derive("distributional_from_outlier",
                {{"crowd", people.crowd},
                 {"rate_high", people.rate_high},
                 {"known", people.known},
                 {"epsilon", epsilon}},
                std::move(premises));
}

}  // namespace selvage
