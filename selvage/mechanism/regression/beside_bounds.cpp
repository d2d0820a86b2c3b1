#include "selvage/mechanism/regression/beside_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace selvage {

// A median has pi/2 times the variance of a mean. Its rank has a variance of B/4 by
// which rows lie where, and the law of the draw adds 2/s^2.
double times_all_rows(const RegressionRequest& request) {
  const auto blocks =
      static_cast<double>(request.blocks.value_or(usual_blocks(request)));
  const double slope = regression_shares(request).coefficients.to_double() /
                       static_cast<double>(2 * request.coefficients());
  return std::sqrt(std::numbers::pi / 2 * (1 + 8 / (slope * slope * blocks)));
}

// Least squares of m rows have a variance that is larger than that of many rows by
// m / (m - p - 1), where x is normal.
std::int64_t best_blocks(RegressionRequest request, std::int64_t people) {
  constexpr double kStep = 1.02, kLeastRows = 5;  // of a coefficient, in a block
  const auto columns = static_cast<double>(request.coefficients());
  const auto all = static_cast<double>(people);
  const std::int64_t fewest =
      request.interval() ? usual_blocks(request) : least_blocks(request);
  const double most =
      std::min(all / (kLeastRows * columns), static_cast<double>(kMostBlocks));
  std::int64_t best = fewest;
  double least = 0, blocks = static_cast<double>(fewest);
  while (blocks <= most) {
    request.blocks = static_cast<std::int64_t>(blocks);
    const double rows = all / static_cast<double>(*request.blocks);
    const double error =
        times_all_rows(request) * std::sqrt(rows / (rows - columns - 1));
    if (least == 0 || error < least) {
      best = *request.blocks;
      least = error;
    }
    blocks *= kStep;
  }
  return best;
}

// With m numbers released together the noise of one is sqrt(2) m / epsilon of what a
// row can be, c^2 deviations of x times those of y.
double deviations_of_bounds(const RegressionRequest& request, std::int64_t people) {
  const auto columns = static_cast<double>(request.coefficients());
  const double released = columns + columns * (columns + 1) / 2;
  const double times = times_all_rows(request);
  return std::sqrt(std::sqrt(times * times - 1) * request.epsilon.to_double() *
                   std::sqrt(static_cast<double>(people)) /
                   (std::numbers::sqrt2 * released));
}

}  // namespace selvage
