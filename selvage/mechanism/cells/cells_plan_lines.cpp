// What a plan of cells tells beyond its promises: for the eye, and for programs.
#include "selvage/mechanism/cells/cells_plan_lines.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/thousands.hpp"
#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/mechanism/cells/cells_mechanism.hpp"
#include "selvage/mechanism/cells/estimate.hpp"
#include "selvage/mechanism/cells/prior_rows.hpp"
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
                     thousands(rows), rounded_up(*bound, estimator.planned_unit()),
                     confidence.text());
}

}  // namespace

PlanLine prior_line(const Domain& domain, const Prior& prior) {
  return {"prior",
          fmt::format(
              "{} people spread evenly over the bins and keys: {} rows in each{}",
              thousands(prior.people), thousands(planned_rows(domain, prior.people)),
              domain.has_unknown_keys() ? " (unknown keys taken as ten)" : "")};
}

PlanLine threshold_line(std::int64_t key_threshold) {
  return {"keys", fmt::format("a key is shown where its noisy count is {} or more",
                              thousands(key_threshold))};
}

Json planned_cells_json(const Domain& domain, const Prior& prior) {
  return {{"cells", domain.cells()}, {"rows", planned_rows(domain, prior.people)}};
}

std::vector<PlanLine> CellsMechanism::plan_lines(const Prior& prior,
                                                 const Rational& confidence) const {
  const Estimator estimator(plan_, confidence);
  const std::string what =
      plan_.statistic == Statistic::describe ? "mean" : number_name(plan_.statistic);
  const Domain& domain = plan_.reading.domain;
  const std::int64_t rows = planned_rows(domain, prior.people);
  std::vector<PlanLine> lines;
  if (const auto& measure = plan_.reading.measure)
    lines.push_back({"step", step_sentence(*measure, what)});
  lines.insert(lines.end(), notes_.begin(), notes_.end());
  lines.push_back(prior_line(domain, prior));
  lines.push_back({"error", error_text(what, estimator, rows, confidence)});
  if (plan_.statistic == Statistic::count)
    lines.push_back(
        {"useful", fmt::format("a count of {} or more is known to within 10 %; smaller "
                               "ones less well",
                               thousands(estimator.error()->bound * 10))});
  if (plan_.key_threshold) lines.push_back(threshold_line(*plan_.key_threshold));
  return lines;
}

Json CellsMechanism::plan_numbers(const Prior& prior, const Rational&) const {
  return planned_cells_json(plan_.reading.domain, prior);
}

}  // namespace selvage
