// The plan for a statistic of every cell: counts, sums, means, variances. Checks all
// that can be checked without data.
#pragma once
#include "selvage/mechanism/noise_choice.hpp"
#include "selvage/mechanism/plan.hpp"

namespace selvage {

// For a variance squares must fit too.
inline constexpr std::int64_t kSumSteps = 1'000'000;
inline constexpr std::int64_t kVarianceSteps = 1 << 14;

struct PlanRequest {
  Statistic statistic = Statistic::count;
  Reading reading;  // with a measure, but for a count
  Rational epsilon;
  Rational delta = 0;
  WantedNoise wanted = WantedNoise::any;
  std::optional<std::int64_t> fewer_than = std::nullopt;
};

Result<Plan> plan_cells(const PlanRequest& request);

}  // namespace selvage
