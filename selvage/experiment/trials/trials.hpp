// Many tables from every law, each with every contender and epsilon: how far off the
// answers are, as the number of rows grows.
#pragma once
#include "selvage/experiment/trials/contenders.hpp"

namespace selvage {

struct TrialsAsked {
  std::uint64_t seed = 1;
  std::int64_t runs = 100;  // tables of each law and size, at least 2
  std::vector<std::int64_t> rows = {100, 300, 1000, 3000, 10'000};
  std::vector<Rational> epsilons = {Rational(1, 2), 1, 2};
  // What is tried, on which of the laws (all of them where none is named), by whom.
  std::vector<TrialStatistic> statistics = all_statistics();
  std::vector<std::string> laws = {};
  std::function<Result<std::vector<Contender>>(
      TrialStatistic, const SampledLaw&, std::int64_t rows, const Rational& epsilon)>
      contending =
          [](TrialStatistic statistic, const SampledLaw& law, std::int64_t,
             const Rational& epsilon) { return contenders(statistic, law, epsilon); };
  int threads = 0;  // 0: as many as there are cores
  // Called now and then with the share that is done; false stops all.
  std::function<bool(double share)> watch = nullptr;
};

struct TrialResult {
  std::string law;
  TrialStatistic statistic;
  Rational epsilon;
  std::int64_t rows;
  std::string contender;
  bool needs_bounds;
  // Of the errors: the median and the 95 % quantile over the tables, infinite where so
  // many have no answer.
  double usual, large;
  double answered, outside;  // shares of the tables
};

// By law, statistic, epsilon, rows and contender, in this order. The same for the same
// seed, however many threads there are. Refuses fewer than 2 runs.
Result<std::vector<TrialResult>> run_trials(const TrialsAsked& asked);

}  // namespace selvage
