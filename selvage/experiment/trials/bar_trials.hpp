// The errors of what is read off bars, as published by the program and by its rivals:
// how far from the true answer, and how far from any answer of a table from which a few
// people were dropped. [T155, T156]
#pragma once
#include "selvage/experiment/trials/bar_contenders.hpp"

namespace selvage {

struct BarTrialsAsked {
  std::uint64_t seed = 1;
  std::int64_t runs = 2000;  // tables of each world, at least 2
  std::vector<Rational> epsilons = {Rational(1, 10), Rational(1, 5),
                                    Rational(3, 10), Rational(1, 2),
                                    Rational(3, 4),  1,
                                    Rational(3, 2),  2};
  Rational delta = Rational::power_of_two(-20);
  Rational share = Rational(1, 200);  // of the people that may be dropped
  int threads = 0;                    // 0: as many as there are cores
  // Called now and then with the share that is done; false stops all.
  std::function<bool(double share)> watch = nullptr;
};

// Of all runs, in percent of the number of bars.
struct BarErrors {
  double mean;
  double lower, upper;   // 95 %, by the normal law of a mean
  double median, large;  // the 95 % quantile
};

struct BarTrialResult {
  std::size_t world;  // of bar_worlds()
  Rational epsilon;
  std::string contender;
  bool is_default;
  BarErrors actual, flexible;
};

// By world, contender and epsilon, in this order. The same for the same seed, however
// many threads there are. Refuses fewer than 2 runs.
Result<std::vector<BarTrialResult>> run_bar_trials(const BarTrialsAsked& asked);

}  // namespace selvage
