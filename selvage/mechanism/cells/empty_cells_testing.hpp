// For tests: the law of jumping over empty cells against the law of visiting each.
#pragma once
#include <algorithm>

#include <gtest/gtest.h>

#include "selvage/mechanism/cells/empty_cells.hpp"
#include "selvage/outcome/divergence.hpp"

namespace selvage {

// T34, T47 on the code itself.
inline void expect_the_law_of_visiting(const EmptyCells& domain,
                                       const std::vector<std::uint64_t>& full) {
  const auto jumped = law_of<TreeSource>({.cut = 1e-9}, [&](RandomSource& random) {
    return passing_empty_cells(domain, full, random);
  });
  const auto visited = law_of<TreeSource>({.cut = 1e-9}, [&](RandomSource& random) {
    std::vector<std::pair<std::uint64_t, std::int64_t>> passing;
    for (std::uint64_t cell = 0; cell < domain.cells; ++cell) {
      if (std::find(full.begin(), full.end(), cell) != full.end()) continue;
      std::int64_t z = 0;
      domain.noise->add(std::span(&z, 1), random);
      if (z >= domain.threshold) passing.emplace_back(cell, z);
    }
    return passing;
  });
  EXPECT_LT(jumped.unresolved.upper(), Rational(1, 100'000));
  EXPECT_LT(visited.unresolved.upper(), Rational(1, 100'000));
  for (const auto& [outcome, mass] : jumped.mass) {
    EXPECT_LE(mass.value().lower(), visited.upper(outcome).upper());
    EXPECT_GE(jumped.upper(outcome).upper(), visited.lower(outcome).lower());
  }
  for (const auto& [outcome, mass] : visited.mass)
    EXPECT_LE(mass.value().lower(), jumped.upper(outcome).upper());
}

}  // namespace selvage
