// Everything that `selvage reproduce flexible-accuracy` writes: the six experiments of
// [BCDP22], with its mechanisms, ours and others, and where its claims hold; what
// robustness costs, and separators.
#pragma once
#include "selvage/experiment/outlier_privacy.hpp"
#include "selvage/experiment/trials/bar_trials.hpp"

namespace selvage {

// The same texts for the same seed and runs. The first is README.md, which tells of the
// others. Refuses fewer than 2 runs, and more than memory is kept for.
Result<std::vector<MadeFile>> flexible_accuracy_files(const BarTrialsAsked& asked);

// For programs: a line for each result.
std::string bar_trials_csv(const std::vector<BarTrialResult>& results);
// For readers: the errors of all mechanisms at two epsilons.
std::string bar_trials_markdown(const std::vector<BarTrialResult>& results,
                                const BarTrialsAsked& asked);
// What the paper says of its experiments, and at which epsilons it is so here.
std::string bar_claims_markdown(const std::vector<BarTrialResult>& results,
                                const BarTrialsAsked& asked);
// All six, actual and flexible errors beside each other, with what the tables look
// like.
std::string bar_trials_svg(const std::vector<BarTrialResult>& results,
                           const BarTrialsAsked& asked);

}  // namespace selvage
