#include "selvage/mechanism/cells/cells_planning.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/bisect.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/mechanism/cells/estimate.hpp"
#include "selvage/mechanism/cells/prior_rows.hpp"

namespace selvage {
namespace {

// Whether a plan with this epsilon is as accurate as wanted.
Result<bool> accurate_enough(const CellsRequest& request, const Rational& epsilon) {
  PlanRequest asked = request.plan;
  asked.epsilon = epsilon;
  const auto plan = plan_cells(asked);
  if (!plan) return plan.error();
  const Estimator estimator(*plan, request.confidence);
  const auto bound = estimator.planned_bound(
      planned_rows(request.plan.reading.domain, request.people));
  return bound && estimator.planned_unit() * *bound <= request.accuracy->bound;
}

// digits * 10^exponent
Rational decimal(std::int64_t digits, int exponent) {
  Rational result = digits;
  for (int i = 0; i < exponent; ++i) result = result * 10;
  for (int i = 0; i > exponent; --i) result = result / 10;
  return result;
}

// The least epsilon of three digits, from 1e-6 on.
Result<Rational> least_epsilon(const CellsRequest& request) {
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

// For each kind of noise more epsilon means less error; between kinds it need not.
Result<CellsPlan> plan_request(const CellsRequest& request) {
  if (!request.accuracy) return plan_cells(request.plan);
  std::vector<WantedNoise> kinds = {request.plan.wanted};
  if (request.plan.wanted == WantedNoise::any && request.plan.delta.sign() != 0)
    kinds = {WantedNoise::laplace, WantedNoise::gaussian};
  CellsRequest best = request;
  std::optional<Rational> least;
  std::optional<Error> refused;
  for (const WantedNoise kind : kinds) {
    CellsRequest of_kind = request;
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

}  // namespace selvage
