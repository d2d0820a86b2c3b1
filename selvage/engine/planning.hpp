// From a request to its plan, before any data.
#pragma once
#include "selvage/engine/request.hpp"
#include "selvage/mechanism/plan.hpp"

namespace selvage {

// The plan that meets the request; sees no data. Where an accuracy is wanted, with the
// least epsilon (of three digits) that meets it.
Result<Plan> make_plan(const Request& request);

// How many rows a group will hold if the guessed people are spread evenly over the
// named bins and keys; keys that are not known are taken as ten.
std::int64_t planned_rows(const Request& request);

// A sum over the cells of a profile's plan, and what it would err by if it was released
// by itself, each with half of the profile. In people, roughly.
struct PlannedSum {
  std::string what;  // "the total", "the sums by dept"
  double derived_error, own_error;
  bool shown;  // derived, where it errs less
};
std::vector<PlannedSum> planned_sums(const Request& request, const Plan& plan);

// Of keys that are not known, under a profile: from so many people on a key is shown
// with probability one half, by the threshold of the plan, and if the best choice of
// keys and the counts had half of the profile each [T46]. None where that is not so.
struct PlannedKeys {
  std::int64_t by_threshold;
  std::optional<std::int64_t> by_selection;
};
std::optional<PlannedKeys> planned_keys(const Plan& plan);

// What the user should know before relying on the plan, one sentence each.
std::vector<std::string> warnings(const Request& request, const Plan& plan);

}  // namespace selvage
