#include "selvage/guarantee/outlier_composition.hpp"

#include "selvage/guarantee/rule.hpp"

namespace selvage {

Result<Derivation> outlier_composition(std::vector<Derivation> premises,
                                       const std::vector<std::int64_t>& times) {
  Inputs inputs;
  append_times(inputs, times);
  return derive("outlier_composition", std::move(inputs), std::move(premises));
}

Result<Derivation> outlier_from_dp(Derivation premise, const std::string& partition) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  return derive("outlier_from_dp", {{"partition", partition}}, std::move(premises));
}

}  // namespace selvage
