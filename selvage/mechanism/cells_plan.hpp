// The plan for a statistic of every cell: counts, sums, means, variances. Checks all
// that can be checked without data.
#pragma once
#include "selvage/mechanism/noise_choice.hpp"
#include "selvage/mechanism/plan.hpp"
#include "selvage/mechanism/profile_plan.hpp"

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
  std::optional<ProfileRequest> profile = std::nullopt;  // instead of an epsilon
};

// The grid of a measure with these bounds, "LO:HI".
Result<Grid> grid_for(Statistic statistic, std::string_view bounds);

// What is counted and summed for a statistic, without noise yet. [T35] Requires a
// measure, but for a count.
std::vector<PlannedNumber> planned_numbers(Statistic statistic, const Reading& reading);

Result<Plan> plan_cells(const PlanRequest& request);

}  // namespace selvage
