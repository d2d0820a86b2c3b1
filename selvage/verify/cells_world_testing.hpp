// For tests: plans of cells in small worlds.
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/mechanism/cells/cells_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage::verify {

inline DomainColumn column(const char* name, const char* values) {
  return {name, *parse_values(values)};
}

inline Domain domain(std::vector<DomainColumn> columns) {
  return *Domain::make(std::move(columns));
}

inline PlannedCells planned(const PlanRequest& request) {
  const auto plan = plan_cells(request);
  EXPECT_TRUE(plan) << plan.error().message;
  return PlannedCells(*plan);
}

// The dp guarantee comes first. What was walked in one law and cut off in the other
// counts in full, so the upper bound is a little above the truth.
inline WorldExcess excess_with(const Mechanism& mechanism, const SmallWorld& world,
                               double cut) {
  return check_small_worlds(mechanism, world, cut, test_key(5))[0];
}

inline PlannedCells with_scale(CellsPlan plan, std::size_t number,
                               const Rational& scale) {
  plan.numbers[number].add_noise = [scale](std::span<std::int64_t> numbers,
                                           RandomSource& random) {
    add_noise(LaplaceNoise{scale}, numbers, random);
  };
  return PlannedCells(std::move(plan));
}

}  // namespace selvage::verify
