// Pages of `selvage reproduce flexible-accuracy`: what robustness costs, and
// separators.
#pragma once
#include "selvage/experiment/trials/close_trials.hpp"

namespace selvage {

std::string robust_cost_markdown(const std::vector<RobustTrial>& trials,
                                 std::int64_t runs);
std::string separator_markdown(const std::vector<SeparatorTrial>& trials,
                               std::int64_t runs);
// Error against rho, a panel for each theta.
std::string robust_cost_svg(const std::vector<RobustTrial>& trials);

}  // namespace selvage
