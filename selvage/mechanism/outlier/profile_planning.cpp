#include "selvage/mechanism/outlier/profile_planning.hpp"

#include <algorithm>
#include <cmath>

#include "selvage/base/bisect.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/mechanism/cells/prior_rows.hpp"
#include "selvage/mechanism/outlier/law/key_selection.hpp"

namespace selvage {
namespace {

// How many cells are named, and how many are not (other, missing).
struct PlannedCells {
  double named = 1, all = 1;
};
PlannedCells planned_cells(const Domain& domain, std::optional<std::size_t> without) {
  PlannedCells cells;
  const auto& columns = domain.columns();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (c == without) continue;
    cells.all *= static_cast<double>(columns[c].places());
    cells.named *= static_cast<double>(named_places(columns[c]));
  }
  return cells;
}

std::vector<ProfileStep> half_of(const std::vector<ProfileStep>& profile) {
  std::vector<ProfileStep> half = profile;
  for (ProfileStep& step : half)
    if (!step.epsilon.is_infinite()) step.epsilon = step.epsilon.finite() / 2;
  return half;
}

}  // namespace

std::vector<PlannedSum> planned_sums(const OutlierPlan& plan, std::int64_t people) {
  const WarpedGeometric* warped = warped_of(plan.noise());
  const auto& columns = plan.reading.domain.columns();
  if (warped == nullptr || plan.key_threshold || plan.fewer_than || columns.empty() ||
      warped->least() > 0)
    return {};
  const auto own = WarpedGeometric::make(half_of(warped->profile()));
  if (!own) return {};
  const double in_named =
      warped->rough_variance(planned_rows(plan.reading.domain, people));
  const double in_others = warped->rough_variance(0);
  const auto sum = [&](std::string what, std::optional<std::size_t> column) {
    // A place of a column has the cells of all other columns.
    const PlannedCells cells = planned_cells(plan.reading.domain, column);
    const double places =
        column ? static_cast<double>(named_places(columns[*column])) : 1;
    const auto in_place =
        static_cast<std::int64_t>(static_cast<double>(people) / places);
    PlannedSum result{
        std::move(what),
        std::sqrt(cells.named * in_named + (cells.all - cells.named) * in_others),
        std::sqrt(own->rough_variance(in_place)), false};
    result.shown = result.derived_error <= result.own_error;
    return result;
  };
  std::vector<PlannedSum> sums = {sum("the total", std::nullopt)};
  if (columns.size() > 1)
    for (std::size_t c = 0; c < columns.size(); ++c)
      sums.push_back(sum("the sums by " + columns[c].name, c));
  return sums;
}

std::optional<PlannedKeys> planned_keys(const OutlierPlan& plan) {
  const WarpedGeometric* warped = warped_of(plan.noise());
  const auto* promise = promised_profile(plan);
  if (warped == nullptr || promise == nullptr || !plan.key_threshold)
    return std::nullopt;
  // Both probabilities grow with the count.
  const WarpedGeometric& law = *warped;
  PlannedKeys keys{least_above(0, *plan.key_threshold,
                               [&](std::int64_t k) {
                                 return law.at_least(k, *plan.key_threshold).middle() >=
                                        0.5;
                               }),
                   std::nullopt};
  if (const auto selection = KeySelection::make(half_of(law.profile()), promise->delta))
    keys.by_selection = least_above(0, selection->certain_from(), [&](std::int64_t k) {
      return selection->probability(k) >= Rational(1, 2);
    });
  return keys;
}

Result<OutlierPlan> plan_by_profile(const CellsRequest& request,
                                    const ProfileRequest& profile) {
  ProfileRequest asked = profile;
  asked.partition = partition_of(request.question);
  auto plan = plan_profile(request.plan, asked);
  if (!plan) return plan;
  const WarpedGeometric* warped = warped_of(plan->noise());
  if (warped == nullptr) {
    if (asked.display != Display::Kind::noisy)
      return wrong_field("display",
                         "`display` is for W; leave it out, or leave out `mechanism`");
    plan->with_totals = false;
    return plan;
  }
  plan->display = {asked.display,
                   Rational(std::max<std::int64_t>(
                       1, planned_rows(plan->reading.domain, request.people)))};
  if (asked.display == Display::Kind::unbiased && warped->least() > 0)
    return wrong_field(
        "display",
        "`display` unbiased needs a profile above 0 for every class: where "
        "nothing is published, no estimate is right on average",
        "noisy");
  const auto sums = planned_sums(*plan, request.people);
  plan->with_totals = !sums.empty() && sums[0].shown;
  for (std::size_t c = 1; c < sums.size(); ++c)
    plan->with_margins.push_back(sums[c].shown);
  return plan;
}

}  // namespace selvage
