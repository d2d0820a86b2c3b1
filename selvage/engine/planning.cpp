#include "selvage/engine/planning.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/bisect.hpp"
#include "selvage/base/interval.hpp"
#include "selvage/engine/profile_planning.hpp"
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
  constexpr std::int64_t highest = kDecades * 900 - 1;
  const auto epsilon = [](std::int64_t i) {
    return std::min(Rational(1000),
                    decimal(100 + i % 900, kLowest + static_cast<int>(i / 900)));
  };
  const auto most = accurate_enough(request, epsilon(highest));
  if (!most) return most.error();
  if (!*most)
    return Error{ErrorKind::invalid_request,
                 fmt::format("no epsilon up to 1000 gives an error of at most {} with "
                             "probability {}; allow more, or plan for more people",
                             request.accuracy->bound.short_text(),
                             request.confidence.short_text())};
  // A plan may fail for its noise alone; more epsilon needs less of it.
  return epsilon(least_above(-1, highest, [&](std::int64_t i) {
    const auto enough = accurate_enough(request, epsilon(i));
    return enough && *enough;
  }));
}

}  // namespace

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

std::int64_t planned_rows(const Request& request) {
  Rational groups = 1;
  for (const DomainColumn& column : request.plan.reading.domain.columns())
    groups = groups * named_places(column);
  const Rational rows = (Rational(request.people) / groups).floor();
  return rows.to_int64().value_or(0);
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
