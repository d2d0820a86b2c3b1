#include "selvage/mechanism/regression/beside_bounds.hpp"

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
