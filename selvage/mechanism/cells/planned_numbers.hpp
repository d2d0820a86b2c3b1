// What is counted and summed for a statistic, in which units, without noise yet. [T35,
// T95]
#pragma once
#include "selvage/mechanism/cells/moment_sums.hpp"
#include "selvage/mechanism/cells/plan.hpp"

namespace selvage {

// A number is multiplied and then divided by these: powers of ten, one of which is 1.
struct NumberUnit {
  std::int64_t times = 1, divisor = 1;
  bool operator==(const NumberUnit&) const = default;
};
inline constexpr std::int64_t kMostDivisor = 1'000'000'000'000'000'000;
inline constexpr std::int64_t kMostTimes = 1'000'000'000;
// Whether it is one that a number can have.
bool is_unit(const NumberUnit& unit);

// One row changes a released number by at least so many of its units, and the noise has
// at least such a scale: what is lost by whole units is nothing beside it. [T35]
inline constexpr std::int64_t kFineness = 1000;

// The units of a release: the coarsest that leave the numbers fine enough for what one
// row changes and for the noise. That of a count is 1, and a sum alone is never
// multiplied.
std::vector<NumberUnit> units_for(Statistic statistic, const Reading& reading,
                                  const Rational& epsilon, Norm norm,
                                  std::int64_t fineness = kFineness);

struct PlannedNumbers {
  std::vector<PlannedNumber> numbers;
  std::optional<Together> together = std::nullopt;
};
// Requires a measure, but for a count, and a unit for each number: the same for all
// that are told together.
PlannedNumbers planned_numbers(Statistic statistic, const Reading& reading,
                               const std::vector<NumberUnit>& units, Norm norm);

// Whether the numbers are told together.
bool is_told_together(Statistic statistic);
// By the noise that they have.
Norm norm_of(const Noise& noise);

}  // namespace selvage
