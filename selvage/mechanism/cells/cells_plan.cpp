#include "selvage/mechanism/cells/cells_plan.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

Outcome check(const PlanRequest& request) {
  const Person& person = request.reading.person;
  for (const auto& [cap, name] :
       {std::pair(person.rows, "rows_per_person"),
        std::pair(person.cells, "cells_per_person"),
        std::pair(person.rows_in_cell.value_or(1), "rows_per_cell")})
    if (cap < 1 || cap > kMostCap)
      return wrong_field(
          name, fmt::format("`{}` {} is outside 1 to {}", name, cap, kMostCap), "1");
  if (person.sum_in_cell && request.statistic != Statistic::sum)
    return wrong_field("sum_per_cell", "`sum_per_cell` is for sums only; leave it out");
  const bool counts = request.statistic == Statistic::count;
  if (request.fewer_than && !counts)
    return wrong_field("fewer_than",
                       "`fewer_than` is for counts, not for sums, means or variances");
  if (request.fewer_than && *request.fewer_than < 1)
    return wrong_field(
        "fewer_than",
        fmt::format("`fewer_than` {} hides nothing; write a number from 1 on",
                    *request.fewer_than),
        "1");
  const std::uint64_t cells = request.reading.domain.cells();
  if (cells <= kMostVisited || request.reading.domain.has_unknown_keys()) return Done{};
  if (!counts)
    return wrong(
        fmt::format("{} groups are more than the {} that sums and means are "
                    "released for; use wider bins or fewer columns",
                    cells, kMostVisited));
  if (!request.fewer_than)
    return wrong_field(
        "fewer_than",
        fmt::format("{} cells are too many to list; add `fewer_than` N, and only "
                    "cells with a noisy count of N or more are listed",
                    cells));
  if (request.wanted == WantedNoise::gaussian)
    return wrong_field(
        "noise",
        fmt::format("{} cells are released with Laplace noise only; leave out "
                    "`noise` gaussian",
                    cells),
        "laplace");
  return Done{};
}

}  // namespace

Result<Grid> grid_for(Statistic statistic, std::string_view bounds,
                      const std::optional<Rational>& step) {
  const bool squares =
      statistic == Statistic::variance || statistic == Statistic::describe;
  const auto& reach = squares ? Grid::kSquares : Grid::kSums;
  return step ? Grid::stepped(bounds, *step, reach) : Grid::finest(bounds, reach);
}

namespace {

void set_numbers(const PlanRequest& request, Norm norm, CellsPlan& plan) {
  auto planned = planned_numbers(request.statistic, request.reading,
                                 units_for(request.statistic, request.reading,
                                           request.epsilon, norm, request.fineness),
                                 norm);
  plan.numbers = std::move(planned.numbers);
  plan.together = std::move(planned.together);
}

// All numbers are one, with the change that each kind of noise must hide.
void want_together(const PlanRequest& request, const CellsPlan& laplace,
                   NoiseRequest& wanted) {
  CellsPlan gaussian = laplace;
  set_numbers(request, Norm::euclidean, gaussian);
  const Together &of_laplace = *laplace.together, &of_gaussian = *gaussian.together;
  wanted.per_row = {of_laplace.per_row};
  wanted.gaussian = {.per_row = of_gaussian.per_row,
                     .weight = of_laplace.of_row / of_gaussian.of_row};
  if (request.statistic != Statistic::mean)
    wanted.gaussian->weight = wanted.gaussian->weight * kGaussianBeside;
  wanted.key_count = key_count(laplace);
  wanted.key_unit = of_laplace.of_row;
}

}  // namespace

Result<SumRange> sum_range(std::string_view bounds, const Rational& step) {
  const auto grid = Grid::stepped(bounds, step);
  if (!grid) return grid.error();
  if (!(grid->lower_bound() / step).is_integer() ||
      !(grid->upper_bound() / step).is_integer())
    return wrong(fmt::format("'{}' are no whole multiples of the step {}", bounds,
                             step.short_text()));
  return SumRange{{grid->lowest(), grid->highest()}, grid->text()};
}

Result<CellsPlan> plan_without_noise(const PlanRequest& request) {
  assert(request.reading.measure || request.statistic == Statistic::count);
  if (const auto good = check(request); !good) return good.error();
  CellsPlan plan{.statistic = request.statistic,
                 .reading = request.reading,
                 .share = person_share(request.reading.person, request.reading.domain),
                 .numbers = {},
                 .fewer_than = request.fewer_than,
                 .derivations = {},
                 .reason = {}};
  set_numbers(request, Norm::sum, plan);
  return plan;
}

Result<CellsPlan> plan_cells(const PlanRequest& request) {
  auto plan = plan_without_noise(request);
  if (!plan) return plan;
  const bool sparse = request.reading.domain.cells() > kMostVisited;
  NoiseRequest wanted{.per_row = {},
                      .share = plan->share,
                      .epsilon = request.epsilon,
                      .delta = request.delta,
                      .wanted = sparse ? WantedNoise::laplace : request.wanted,
                      .unknown_keys = request.reading.domain.has_unknown_keys()};
  if (plan->together) {
    want_together(request, *plan, wanted);
  } else {
    for (const PlannedNumber& number : plan->numbers)
      wanted.per_row.push_back(number.per_row);
  }
  auto choice = choose_noise(wanted);
  if (!choice) return choice.error();
  if (norm_of(choice->noise[0]) != Norm::sum)
    set_numbers(request, Norm::euclidean, *plan);
  for (std::size_t i = 0; i < plan->numbers.size(); ++i)
    plan->numbers[i].set_noise(added_noise(choice->noise[plan->together ? 0 : i]));
  // The jump over empty cells takes threshold / scale. [T11]
  if (const auto* laplace = std::get_if<LaplaceNoise>(&plan->numbers[0].added());
      sparse && !fits_sampler(Rational(*plan->fewer_than) / laplace->scale))
    return wrong(
        fmt::format("`fewer_than` {} and epsilon {} have too many digits "
                    "together; write one of them with fewer",
                    *plan->fewer_than, request.epsilon.short_text()));
  plan->key_threshold = choice->key_threshold;
  plan->promise = std::move(choice->promise);
  plan->derivations = std::move(choice->derivations);
  plan->reason = std::move(choice->reason);
  return plan;
}

}  // namespace selvage
