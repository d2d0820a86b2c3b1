// What a plan with a profile needs besides: the name of the classes, the prior of the
// display, and which sums over cells are worth showing. Before any data.
#pragma once
#include "selvage/mechanism/outlier/count_request.hpp"
#include "selvage/mechanism/outlier/outlier_plan.hpp"

namespace selvage {

Result<OutlierPlan> plan_by_profile(const CellsRequest& request,
                                    const ProfileRequest& profile);

// A sum over the cells of a profile's plan, and what it would err by if it was released
// by itself, each with half of the profile. In people, roughly.
struct PlannedSum {
  std::string what;  // "the total", "the sums by dept"
  double derived_error, own_error;
  bool shown;  // derived, where it errs less
};
std::vector<PlannedSum> planned_sums(const OutlierPlan& plan, std::int64_t people);

// Of keys that are not known, under a profile: from so many people on a key is shown
// with probability one half, by the threshold of the plan, and if the best choice of
// keys and the counts had half of the profile each [T46]. None where that is not so.
struct PlannedKeys {
  std::int64_t by_threshold;
  std::optional<std::int64_t> by_selection;
};
std::optional<PlannedKeys> planned_keys(const OutlierPlan& plan);

}  // namespace selvage
