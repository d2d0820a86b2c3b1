// Grid::steps of many values. One product in floating point decides, where its error
// cannot: a product that lies too near to the middle of two steps, or too far from 0,
// is left to the grid. So the result is that of the grid, for every value.
#pragma once
#include <cstdint>
#include <span>

#include "selvage/summary/grid.hpp"

namespace selvage {

class FastSteps {
 public:
  // The grid must outlive it.
  explicit FastSteps(const Grid& grid);

  // Where a value has none, `counted` becomes 0. Requires as many places as values.
  void put(std::span<const double> values, std::span<std::int64_t> steps,
           std::span<std::uint8_t> counted) const;
  void put(std::span<const std::int64_t> values, std::span<std::int64_t> steps) const;

 private:
  const Grid& grid_;
  std::int64_t in_one_ = 0;  // steps; 0: all is left to the grid
  // Between these a product is within the bounds, and its error is known.
  double lowest_ = 0, highest_ = 0;
  std::int64_t least_ = 0,
               most_ = 0;  // whole numbers whose steps are within the bounds
};

}  // namespace selvage
