// Grid::steps of many doubles. One product in floating point decides, where its error
// cannot: a product that lies too near to the middle of two steps, or too far from 0,
// is left to the grid. So the result is that of the grid, for every double.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "selvage/summary/grid.hpp"

namespace selvage {

class FastSteps {
 public:
  // The grid must outlive it.
  explicit FastSteps(const Grid& grid) : grid_(grid) {
    const Rational steps = Rational(1) / grid.step();
    const Rational most = Rational::power_of_two(53);
    if (steps.is_integer() && steps < most) steps_in_one_ = steps.to_double();
  }

  std::optional<std::int64_t> operator()(double value) const {
    const double product = value * steps_in_one_;  // off by 2^-53 of itself at most
    if (std::abs(product) < kLargest) {
      const auto whole = static_cast<std::int64_t>(product);
      const double rest = product - static_cast<double>(whole);  // exact
      if (std::abs(std::abs(rest) - 0.5) > std::abs(product) * kError + kTiny) {
        const std::int64_t steps = whole + (rest > 0.5 ? 1 : 0) - (rest < -0.5 ? 1 : 0);
        return std::clamp(steps, grid_.lowest(), grid_.highest());
      }
    }
    return grid_.steps(value);
  }

 private:
  static constexpr double kLargest = 2251799813685248.0;  // 2^51
  static constexpr double kError = 0x1p-51, kTiny = 0x1p-60;
  const Grid& grid_;
  double steps_in_one_ = std::nan("");  // no number: all is left to the grid
};

}  // namespace selvage
