#include "selvage/engine/planning.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/bisect.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/engine/profile_planning.hpp"
#include "selvage/mechanism/cells/estimate.hpp"
#include "selvage/mechanism/cells/warnings.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kGuessedKeys = 10;

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
    return wrong(fmt::format(
        "no epsilon up to 1000 gives an error of at most {} with "
        "probability {}; allow more, or plan for more people",
        request.accuracy->bound.short_text(), request.confidence.short_text()));
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
Result<CellsPlan> make_plan(const Request& request) {
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

std::vector<std::string> release_warnings(const Request& request,
                                          const CellsPlan& plan) {
  return plan_warnings(plan,
                       {.confidence = request.confidence,
                        .table = request.table,
                        .cells = Rational::from_uint64(plan.reading.domain.cells()),
                        .grouped = !plan.reading.domain.columns().empty()});
}

std::vector<std::string> warnings(const Request& request, const CellsPlan& plan) {
  auto all = request.notes;
  for (std::string& warning : release_warnings(request, plan))
    all.push_back(std::move(warning));
  return all;
}

}  // namespace selvage
