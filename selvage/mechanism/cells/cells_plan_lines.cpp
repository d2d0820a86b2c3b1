// What a plan of cells tells beyond its promises: for the eye, and for programs.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/thousands.hpp"
#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/mechanism/cells/cells_mechanism.hpp"
#include "selvage/mechanism/cells/count_noise.hpp"
#include "selvage/mechanism/cells/estimate.hpp"
#include "selvage/mechanism/cells/prior_rows.hpp"
#include "selvage/mechanism/cells/profile_planning.hpp"
#include "selvage/mechanism/number_text.hpp"
#include "selvage/question/measured.hpp"

namespace selvage {
namespace {

// A bound in five digits, or in whole units where these are fewer.
std::string rounded_up(std::int64_t bound, const Rational& unit) {
  Rational shown = unit;
  while (unit != 1 && unit * bound >= shown * 100'000) shown = shown * 10;
  return number_text(*(unit * bound / shown).ceil().to_int64(), shown);
}

// What the answer's error will be; of means under the public guess.
std::string error_text(const std::string& what, const Estimator& estimator,
                       std::int64_t rows, const Rational& confidence) {
  if (const auto error = estimator.error())
    return fmt::format(
        "a {} is off by {} on average, and by at most {} with "
        "probability {}",
        what, (error->mean_absolute * estimator.unit()).short_text(),
        rounded_up(error->bound, estimator.unit()), error->confidence.text());
  const auto bound = estimator.planned_bound(rows);
  if (!bound)
    return fmt::format("a {} of {} rows says nothing: the noise is larger", what,
                       thousands(rows));
  return fmt::format("a {} of {} rows is off by at most {} with probability {}", what,
                     thousands(rows), rounded_up(*bound, estimator.unit()),
                     confidence.text());
}

// Of counts whose error depends on the count: one line each.
void add_errors_by_count(const Estimator& estimator, const Rational& confidence,
                         std::vector<PlanLine>& lines) {
  lines.push_back({"error", fmt::format("by the people in the cell: on average, and at "
                                        "most with probability {}",
                                        confidence.text())});
  for (const CountErrorStatement& at : estimator.errors_by_count())
    lines.push_back({"",
                     fmt::format("{:>10}{:>12}{:>10}", thousands(at.count),
                                 at.mean_absolute.short_text(), thousands(at.bound)),
                     true});
}

void add_keys(const CellsPlan& plan, std::vector<PlanLine>& lines) {
  if (plan.key_threshold)
    lines.push_back(
        {"keys", fmt::format("a key is shown where its noisy count is {} or more",
                             thousands(*plan.key_threshold))});
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

std::vector<PlanLine> CellsMechanism::plan_lines(const Prior& prior,
                                                 const Rational& confidence) const {
  const Estimator estimator(plan_, confidence);
  const std::string what = number_name(plan_.statistic);
  const Domain& domain = plan_.reading.domain;
  const std::int64_t rows = planned_rows(domain, prior.people);
  const bool by_profile = !is_added(plan_.numbers[0].noise);
  std::vector<PlanLine> lines;
  if (const auto& measure = plan_.reading.measure)
    lines.push_back({"step", step_sentence(*measure, what)});
  lines.insert(lines.end(), notes_.begin(), notes_.end());
  lines.push_back(
      {"prior",
       fmt::format("{} people spread evenly over the bins and keys: {} rows in each{}",
                   thousands(prior.people), thousands(rows),
                   domain.has_unknown_keys() ? " (unknown keys taken as ten)" : "")});
  if (by_profile)
    add_errors_by_count(estimator, confidence, lines);
  else
    lines.push_back({"error", error_text(what, estimator, rows, confidence)});
  for (const PlannedSum& sum : planned_sums(plan_, prior.people))
    lines.push_back(
        {"sums",
         fmt::format("{} from these cells would err by about {:.0f}, released by "
                     "itself with half of the profile by about {:.0f}: {}",
                     sum.what, sum.derived_error, sum.own_error,
                     sum.shown ? "it is added up and shown"
                               : "it is not shown; ask for it by itself")});
  if (by_profile)
    lines.push_back(
        {"useful", fmt::format("cells under about {} people carry no usable count",
                               thousands(usable_from(plan_.numbers[0].noise,
                                                     Rational(1) - confidence)))});
  else if (plan_.statistic == Statistic::count)
    lines.push_back(
        {"useful", fmt::format("a count of {} or more is known to within 10 %; smaller "
                               "ones less well",
                               thousands(estimator.error()->bound * 10))});
  add_keys(plan_, lines);
  return lines;
}

Json CellsMechanism::plan_numbers(const Prior& prior, const Rational&) const {
  const Domain& domain = plan_.reading.domain;
  Json json = {{"cells", domain.cells()}, {"rows", planned_rows(domain, prior.people)}};
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
