// Everything that `selvage reproduce bound-free` writes: the errors of medians,
// quantiles, means and maxima of columns of which nothing is known, against those of
// rivals and of the sample itself.
#pragma once
#include "selvage/experiment/outlier_privacy.hpp"
#include "selvage/experiment/trials/trials.hpp"

namespace selvage {

// The same texts for the same seed and runs. The first is README.md, which tells of the
// others. Refuses fewer than 2 runs, and more than memory is kept for.
Result<std::vector<MadeFile>> bound_free_files(const TrialsAsked& asked);

// For programs: a line for each result.
std::string trials_csv(const std::vector<TrialResult>& results);
// For readers: errors as multiples of those of the sample, at epsilon 1, and where the
// program is not the best.
std::string trials_markdown(const std::vector<TrialResult>& results,
                            const TrialsAsked& asked);

// Where a rival is better than the program by more than a tenth, at one epsilon.
struct Lost {
  std::string law;
  std::int64_t rows;
  std::string rival;
  bool needs_bounds;
  double own, others;  // usual errors: the program's, and the rival's
};
std::vector<Lost> lost_trials(const std::vector<TrialResult>& results,
                              TrialStatistic statistic, const Rational& epsilon);

}  // namespace selvage
