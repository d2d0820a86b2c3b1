// What a plan with a profile tells beyond its promises: for the eye, and for programs.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/thousands.hpp"
#include "selvage/mechanism/cells/cells_plan_lines.hpp"
#include "selvage/mechanism/outlier/count_estimates.hpp"
#include "selvage/mechanism/outlier/outlier_mechanism.hpp"
#include "selvage/mechanism/outlier/profile_planning.hpp"

namespace selvage {
namespace {

// Of counts whose error depends on the count: one line each.
void add_errors_by_count(const CountEstimates& estimates, const Rational& confidence,
                         std::vector<PlanLine>& lines) {
  lines.push_back({"error", fmt::format("by the people in the cell: on average, and at "
                                        "most with probability {}",
                                        confidence.text())});
  for (const CountErrorStatement& at : estimates.errors_by_count())
    lines.push_back({"",
                     fmt::format("{:>10}{:>12}{:>10}", thousands(at.count),
                                 at.mean_absolute.short_text(), thousands(at.bound)),
                     true});
}

void add_keys(const OutlierPlan& plan, std::vector<PlanLine>& lines) {
  if (plan.key_threshold) lines.push_back(threshold_line(*plan.key_threshold));
  if (const auto keys = planned_keys(plan))
    lines.push_back(
        {"keys",
         fmt::format("a key of {} people is shown with probability one half{}",
                     thousands(keys->by_threshold),
                     keys->by_selection
                         ? fmt::format("; the best choice of keys by itself, with half "
                                       "of the profile, would need {}",
                                       thousands(*keys->by_selection))
                         : "")});
}

}  // namespace

std::vector<PlanLine> OutlierMechanism::plan_lines(const Prior& prior,
                                                   const Rational& confidence) const {
  std::vector<PlanLine> lines = {prior_line(plan_.reading.domain, prior)};
  add_errors_by_count(CountEstimates(plan_, confidence), confidence, lines);
  for (const PlannedSum& sum : planned_sums(plan_, prior.people))
    lines.push_back(
        {"sums",
         fmt::format("{} from these cells would err by about {:.0f}, released by "
                     "itself with half of the profile by about {:.0f}: {}",
                     sum.what, sum.derived_error, sum.own_error,
                     sum.shown ? "it is added up and shown"
                               : "it is not shown; ask for it by itself")});
  lines.push_back(
      {"useful",
       fmt::format("cells under about {} people carry no usable count",
                   thousands(usable_from(plan_.noise(), Rational(1) - confidence)))});
  add_keys(plan_, lines);
  return lines;
}

Json OutlierMechanism::plan_numbers(const Prior& prior, const Rational&) const {
  Json json = planned_cells_json(plan_.reading.domain, prior);
  Json sums = Json::array();
  for (const PlannedSum& sum : planned_sums(plan_, prior.people))
    sums.push_back({{"sum", sum.what},
                    {"derived_error", sum.derived_error},
                    {"own_error", sum.own_error},
                    {"shown", sum.shown}});
  if (!sums.empty()) json["sums"] = std::move(sums);
  return json;
}

}  // namespace selvage
