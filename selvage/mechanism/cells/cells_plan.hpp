// The plan for a statistic of every cell: counts, sums, means, variances. Checks all
// that can be checked without data.
#pragma once
#include "selvage/mechanism/cells/noise_choice.hpp"
#include "selvage/mechanism/cells/planned_numbers.hpp"

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
  std::int64_t fineness = kFineness;  // tests of small worlds take coarser units
};

// The grid of a measure with these bounds, "LO:HI": by a step that was given, else the
// finest.
Result<Grid> grid_for(Statistic statistic, std::string_view bounds,
                      const std::optional<Rational>& step = std::nullopt);

// Bounds "LO:HI" of what one person adds to a cell, in steps and in their own form.
// Refuses those that are no whole multiples of the step.
struct SumRange {
  StepRange steps;
  std::string text;
};
Result<SumRange> sum_range(std::string_view bounds, const Rational& step);

// All but the noise and what follows from it, with the numbers that go with Laplace
// noise; fails where no noise could meet the request.
Result<CellsPlan> plan_without_noise(const PlanRequest& request);
// With the best noise that is added.
Result<CellsPlan> plan_cells(const PlanRequest& request);

}  // namespace selvage
