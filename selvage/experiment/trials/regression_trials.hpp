// Lines through points that are drawn from known laws: how far off the slope is, by the
// program's two ways, by the paper's own and by noisy sums between bounds, as the
// number of rows grows.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "selvage/base/rational.hpp"
#include "selvage/base/result.hpp"

namespace selvage {

class SeededWords;

struct LinePoint {
  double x, y;
};

struct RegressionShape {
  std::string name;           // "normal"
  std::string about;          // "y = 5 + 2 x + N(0, 1), x from N(0, 1)"
  double slope;               // that is true of the law
  double lower[2], upper[2];  // bounds of y and of x that somebody might know
  std::function<LinePoint(SeededWords& words)> draw;
};
// Five laws of errors around a line, and incomes by age as in a public survey.
const std::vector<RegressionShape>& regression_shapes();

struct RegressionTrialsAsked {
  std::uint64_t seed = 1;
  std::int64_t runs = 40;
  std::vector<std::int64_t> rows = {300, 1000, 3000, 10'000, 30'000};
  std::vector<Rational> epsilons = {1};
  int threads = 0;
  std::function<bool(double share)> watch = nullptr;
};

struct RegressionTrial {
  std::string shape;
  Rational epsilon;
  std::int64_t rows;
  std::string contender;
  bool needs_bounds;
  // Of the errors of the slope, as a share of it: the median and the 95 % quantile,
  // infinite where so many have no answer.
  double usual, large;
  double answered;
};

// By shape, epsilon, rows and contender. The same for the same seed. Refuses fewer than
// 2 runs.
Result<std::vector<RegressionTrial>> run_regression_trials(
    const RegressionTrialsAsked& asked);

}  // namespace selvage
