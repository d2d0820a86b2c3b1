#include "selvage/guarantee/threshold_cells.hpp"

#include <fmt/format.h>

#include "selvage/guarantee/rule.hpp"

namespace selvage {

Result<Derivation> staircase_cells(const Staircase& staircase,
                                   const std::vector<ProfileStep>& profile,
                                   const Rational& delta,
                                   const std::string& partition) {
  Inputs inputs;
  if (staircase.first.is_infinite())
    inputs.emplace_back("first_exact", 1);
  else
    inputs.emplace_back("first", staircase.first.finite());
  for (std::size_t i = 0; i < staircase.levels.size(); ++i)
    inputs.emplace_back(fmt::format("level_threshold_{}", i + 1),
                        staircase.levels[i].threshold);
  for (std::size_t i = 0; i < staircase.levels.size(); ++i)
    inputs.emplace_back(fmt::format("level_epsilon_{}", i + 1),
                        staircase.levels[i].epsilon);
  if (staircase.flags) inputs.emplace_back("flags", 1);
  inputs.emplace_back("delta", delta);
  inputs.push_back(profile_input(profile));
  inputs.emplace_back("partition", partition);
  return derive("staircase_cells", std::move(inputs), {});
}

Result<Derivation> lower_bound_cells(const LowerBound& mechanism, const Rational& delta,
                                     const std::string& partition) {
  if (mechanism.at_zero.is_infinite())
    return misapplied("lower_bound_cells needs an epsilon for empty cells");
  Inputs inputs{{"epsilon_lower_bound", mechanism.epsilon},
                {"epsilon_at_zero", mechanism.at_zero.finite()},
                {"shift", mechanism.shift}};
  if (mechanism.guess_told) inputs.emplace_back("lower_bound_told", 1);
  inputs.emplace_back("delta", delta);
  inputs.push_back(profile_input(mechanism.profile));
  inputs.emplace_back("partition", partition);
  return derive("lower_bound_cells", std::move(inputs), {});
}

}  // namespace selvage
