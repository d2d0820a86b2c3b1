// The plan for a statistic of every cell: counts, sums, means, variances. Checks all
// that can be checked without data.
#pragma once
#include "selvage/mechanism/cells/noise_choice.hpp"
#include "selvage/mechanism/cells/plan.hpp"

namespace selvage {

// Of rows and of cells per person.
inline constexpr std::int64_t kMostCap = 1'000'000;

struct PlanRequest {
  Statistic statistic = Statistic::count;
  Reading reading;  // with a measure, but for a count
  Rational epsilon;
  Rational delta = 0;
  WantedNoise wanted = WantedNoise::any;
  std::optional<std::int64_t> fewer_than = std::nullopt;
};

// The grid of a measure with these bounds, "LO:HI": by a step that was given, else the
// finest.
Result<Grid> grid_for(Statistic statistic, std::string_view bounds,
                      const std::optional<Rational>& step = std::nullopt);

// What is counted and summed for a statistic, without noise yet. [T35] Requires a
// measure, but for a count, and a divisor for each number.
std::vector<PlannedNumber> planned_numbers(Statistic statistic, const Reading& reading,
                                           const std::vector<std::int64_t>& divisors);

// The divisors of a release: the largest powers of ten that leave the numbers fine
// enough for what one row changes and for the noise. A count has 1.
inline constexpr std::int64_t kMostDivisor = 1'000'000'000'000'000'000;
std::vector<std::int64_t> divisors_for(Statistic statistic, const Reading& reading,
                                       const Rational& epsilon);

// All but the noise and what follows from it; fails where no noise could meet the
// request.
Result<CellsPlan> plan_without_noise(const PlanRequest& request);
// With the best noise that is added.
Result<CellsPlan> plan_cells(const PlanRequest& request);

}  // namespace selvage
