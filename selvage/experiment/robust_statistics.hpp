// Everything that `selvage reproduce robust-statistics` writes: in how many tables
// there is an answer, and how far it is off, for medians, interquartile ranges and
// trimmed means by propose, test, release [DL09], with the paper's thresholds and
// repaired, by the program's own verbs and by others; and for lines through points.
#pragma once
#include "selvage/experiment/outlier_privacy.hpp"
#include "selvage/experiment/trials/regression_trials.hpp"
#include "selvage/experiment/trials/trials.hpp"

namespace selvage {

struct RobustAsked {
  std::uint64_t seed = 1;
  std::int64_t runs = 20;  // tables of each law and size
  std::vector<std::int64_t> rows = {300, 1000, 3000, 10'000, 30'000, 100'000};
  std::vector<Rational> epsilons = {Rational(1, 10), Rational(1, 2), 1, 2};
  int threads = 0;
  std::function<bool(double share)> watch = nullptr;
};

// The same texts for the same seed and runs. The first is README.md, which tells of the
// others. Refuses fewer than 2 runs, and more than memory is kept for.
Result<std::vector<MadeFile>> robust_statistics_files(const RobustAsked& asked);

// From which of the sizes on nine of ten tables have an answer; none: from none.
std::optional<std::int64_t> answering_rows(const std::vector<TrialResult>& results,
                                           TrialStatistic statistic,
                                           const std::string& law,
                                           const Rational& epsilon,
                                           const std::string& contender);

}  // namespace selvage
