#include "selvage/engine/planning.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/interval.hpp"
#include "selvage/engine/certify.hpp"
#include "selvage/law/key_selection.hpp"
#include "selvage/mechanism/count_noise.hpp"
#include "selvage/mechanism/estimate.hpp"
#include "selvage/source/table_name.hpp"

namespace selvage {
namespace {

const Rational kLargeEpsilon(5);
const Rational kLargeDelta(1, 10'000);
constexpr std::int64_t kGuessedKeys = 10;

// How many cells of an empty table would pass the display threshold, on average.
Rational cells_listed_by_noise(const Plan& plan) {
  if (!plan.fewer_than || plan.key_threshold) return 0;
  const auto cells = static_cast<std::int64_t>(plan.reading.domain.cells());
  if (const auto* warped = std::get_if<WarpedNoise>(&plan.numbers[0].noise))
    return (warped->law->at_least(0, *plan.fewer_than) * cells).upper();
  const auto* laplace = std::get_if<LaplaceNoise>(&plan.numbers[0].noise);
  if (laplace == nullptr) return 0;
  const Rational rate = Rational(1) / laplace->scale;
  const Interval one = exp(-(rate * *plan.fewer_than)) / (exp(-rate) + 1);
  return (one * static_cast<std::int64_t>(plan.reading.domain.cells())).upper();
}

// The bins and keys of a column, without "other" and "missing".
std::int64_t named_places(const DomainColumn& column) {
  return std::visit(
      [](const auto& values) -> std::int64_t {
        using Kind = std::decay_t<decltype(values)>;
        if constexpr (std::is_same_v<Kind, UnknownKeys>)
          return kGuessedKeys;
        else if constexpr (std::is_same_v<Kind, KeyList>)
          return static_cast<std::int64_t>(values.size());
        else
          return static_cast<std::int64_t>(values.bins());
      },
      column.values);
}

// Whether a plan with this epsilon is as accurate as wanted.
Result<bool> accurate_enough(const Request& request, const Rational& epsilon) {
  PlanRequest asked = request.plan;
  asked.epsilon = epsilon;
  const auto plan = plan_cells(asked);
  if (!plan) return plan.error();
  const Estimator estimator(*plan, request.confidence);
  const auto bound = estimator.planned_bound(planned_rows(request));
  return bound && estimator.unit() * *bound <= request.accuracy->bound;
}

// digits * 10^exponent
Rational decimal(std::int64_t digits, int exponent) {
  Rational result = digits;
  for (int i = 0; i < exponent; ++i) result = result * 10;
  for (int i = 0; i > exponent; --i) result = result / 10;
  return result;
}

// The least epsilon of three digits, from 1e-6 on.
Result<Rational> least_epsilon(const Request& request) {
  constexpr int kLowest = -8, kDecades = 10;  // 100e-8 to 999e1
  std::int64_t low = -1, high = kDecades * 900 - 1;
  const auto epsilon = [](std::int64_t i) {
    return std::min(Rational(1000),
                    decimal(100 + i % 900, kLowest + static_cast<int>(i / 900)));
  };
  const auto most = accurate_enough(request, epsilon(high));
  if (!most) return most.error();
  if (!*most)
    return Error{ErrorKind::invalid_request,
                 fmt::format("no epsilon up to 1000 gives an error of at most {} with "
                             "probability {}; allow more, or plan for more people",
                             request.accuracy->bound.short_text(),
                             request.confidence.short_text())};
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    const auto enough = accurate_enough(request, epsilon(middle));
    // A plan may fail for its noise alone; more epsilon needs less of it.
    (enough && *enough ? high : low) = middle;
  }
  return epsilon(high);
}

}  // namespace

std::int64_t planned_rows(const Request& request) {
  Rational groups = 1;
  for (const DomainColumn& column : request.plan.reading.domain.columns())
    groups = groups * named_places(column);
  const Rational rows = (Rational(request.people) / groups).floor();
  return rows.to_int64().value_or(0);
}

namespace {

// How many cells are named, and how many are not (other, missing).
struct PlannedCells {
  double named = 1, all = 1;
};
PlannedCells planned_cells(const Request& request, std::optional<std::size_t> without) {
  PlannedCells cells;
  const auto& columns = request.plan.reading.domain.columns();
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

// The classes, the prior of the display and the sums that are worth showing.
Result<Plan> plan_by_profile(const Request& request) {
  PlanRequest asked = request.plan;
  asked.profile->partition =
      partition_name(to_exact_json(question_of(request, request.plan.reading.domain)),
                     request.version);
  auto plan = plan_cells(asked);
  if (!plan) return plan;
  if (!std::holds_alternative<WarpedNoise>(plan->numbers[0].noise)) {
    if (request.display != Display::Kind::noisy)
      return Error{ErrorKind::invalid_request,
                   "--display is for W; leave it out, or leave out --mechanism"};
    plan->with_totals = false;
    return plan;
  }
  plan->display = {request.display,
                   Rational(std::max<std::int64_t>(1, planned_rows(request)))};
  if (request.display == Display::Kind::unbiased &&
      std::get<WarpedNoise>(plan->numbers[0].noise).law->least() > 0)
    return Error{ErrorKind::invalid_request,
                 "--display unbiased needs a profile above 0 for every class: where "
                 "nothing is told, no estimate is right on average"};
  const auto sums = planned_sums(request, *plan);
  plan->with_totals = !sums.empty() && sums[0].shown;
  for (std::size_t c = 1; c < sums.size(); ++c)
    plan->with_margins.push_back(sums[c].shown);
  return plan;
}

}  // namespace

std::vector<PlannedSum> planned_sums(const Request& request, const Plan& plan) {
  const auto* warped = std::get_if<WarpedNoise>(&plan.numbers[0].noise);
  const auto& columns = plan.reading.domain.columns();
  if (warped == nullptr || plan.key_threshold || plan.fewer_than || columns.empty() ||
      warped->law->least() > 0)
    return {};
  const auto own = WarpedGeometric::make(half_of(warped->law->profile()));
  if (!own) return {};
  const double in_named = warped->law->rough_variance(planned_rows(request));
  const double in_others = warped->law->rough_variance(0);
  const auto sum = [&](std::string what, std::optional<std::size_t> column) {
    // A place of a column has the cells of all other columns.
    const PlannedCells cells = planned_cells(request, column);
    const double places =
        column ? static_cast<double>(named_places(columns[*column])) : 1;
    const auto people =
        static_cast<std::int64_t>(static_cast<double>(request.people) / places);
    PlannedSum result{
        std::move(what),
        std::sqrt(cells.named * in_named + (cells.all - cells.named) * in_others),
        std::sqrt(own->rough_variance(people)), false};
    result.shown = result.derived_error <= result.own_error;
    return result;
  };
  std::vector<PlannedSum> sums = {sum("the total", std::nullopt)};
  if (columns.size() > 1)
    for (std::size_t c = 0; c < columns.size(); ++c)
      sums.push_back(sum("the sums by " + columns[c].name, c));
  return sums;
}

std::optional<PlannedKeys> planned_keys(const Plan& plan) {
  const auto* warped = std::get_if<WarpedNoise>(&plan.numbers[0].noise);
  const auto* promise = promised_profile(plan);
  if (warped == nullptr || promise == nullptr || !plan.key_threshold)
    return std::nullopt;
  // Both probabilities grow with the count.
  const auto least = [](std::int64_t most, const auto& shown) {
    std::int64_t low = 0, high = most;
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      (shown(middle) ? high : low) = middle;
    }
    return high;
  };
  const WarpedGeometric& law = *warped->law;
  PlannedKeys keys{least(*plan.key_threshold,
                         [&](std::int64_t k) {
                           return law.at_least(k, *plan.key_threshold).middle() >= 0.5;
                         }),
                   std::nullopt};
  if (const auto selection = KeySelection::make(half_of(law.profile()), promise->delta))
    keys.by_selection = least(selection->certain_from(), [&](std::int64_t k) {
      return selection->probability(k) >= Rational(1, 2);
    });
  return keys;
}

// For each kind of noise more epsilon means less error; between kinds it need not.
Result<Plan> make_plan(const Request& request) {
  if (request.plan.profile) return plan_by_profile(request);
  if (!request.accuracy) return plan_cells(request.plan);
  std::vector<WantedNoise> kinds = {request.plan.wanted};
  if (request.plan.wanted == WantedNoise::any && request.plan.delta.sign() != 0)
    kinds = {WantedNoise::laplace, WantedNoise::gaussian};
  Request best = request;
  std::optional<Rational> least;
  std::optional<Error> refused;
  for (const WantedNoise kind : kinds) {
    Request of_kind = request;
    of_kind.plan.wanted = kind;
    const auto epsilon = least_epsilon(of_kind);
    if (!epsilon && !refused) refused = epsilon.error();
    if (!epsilon || (least && *least <= *epsilon)) continue;
    least = *epsilon;
    best = of_kind;
  }
  if (!least) return *refused;
  best.plan.epsilon = *least;
  return plan_cells(best.plan);
}

std::vector<std::string> warnings(const Request& request, const Plan& plan) {
  std::vector<std::string> result = request.notes;
  if (const auto* profile = promised_profile(plan)) {
    const auto& steps = profile->profile;
    if (steps.size() > 1 && most(steps).is_infinite())
      result.push_back(fmt::format(
          "people in classes above {} have no protection at all: their counts are told "
          "as they are",
          *steps[steps.size() - 2].limit));
    if (const auto* warped = std::get_if<WarpedNoise>(&plan.numbers[0].noise);
        warped != nullptr && warped->law->least() > 0)
      result.push_back(
          fmt::format("counts up to {} are not told apart: {} stands for all of them",
                      warped->law->least(), warped->law->least()));
    result.push_back(fmt::format(
        "cells under about {} people carry no usable count",
        usable_from(plan.numbers[0].noise, Rational(1) - request.confidence)));
  }
  if (request.plan.profile && promised_profile(plan) == nullptr)
    result.push_back(
        "people in several cells are promised the sum of what they have, and nothing "
        "by "
        "their class");
  const DpPromise promise = promises_dp(plan) ? promised_dp(plan) : DpPromise{0, 0};
  if (promise.epsilon > kLargeEpsilon)
    result.push_back(fmt::format(
        "epsilon {} promises little: one person may change the odds of an output by a "
        "factor of {}",
        promise.epsilon.short_text(), exp(Interval(promise.epsilon)).upper_text(2)));
  if (promise.delta > kLargeDelta)
    result.push_back(fmt::format(
        "delta {} is large: with that probability the promise says nothing; a usual "
        "delta is far below one in the number of people",
        Interval(promise.delta).upper_text(2)));
  if (const auto by_noise = cells_listed_by_noise(plan); by_noise >= Rational(1, 20))
    result.push_back(
        fmt::format("about {} empty cells are listed by noise alone; listed counts "
                    "near {} are more "
                    "often too high than too low",
                    Interval(by_noise).upper_text(2), *plan.fewer_than));
  if (request.plan.reading.person.column.empty())
    result.emplace_back(
        "every row is taken for a person of its own; if people have several rows, name "
        "their column with --person");
  const auto table = parse_table_name(request.table);
  if (table && table->format == TableFormat::json_lines)
    result.emplace_back(
        "JSON lines have no header: a misspelt column counts everybody as missing");
  return result;
}

}  // namespace selvage
