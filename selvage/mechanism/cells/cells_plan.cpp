#include "selvage/mechanism/cells/cells_plan.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

// One row changes a released number by at least so many of its units, and the noise has
// at least such a scale: what is lost by whole units is nothing beside it. [T35]
constexpr std::int64_t kLeastPerRow = 1000, kLeastScale = 1000;
const Rational kLeast(1, 1'000'000'000);  // epsilon; smaller ones are refused

// `most`: of what one row changes before it is divided.
PlannedNumber planned(const char* name, Formula formula, Int128 most,
                      std::int64_t divisor) {
  formula.divisor = divisor;
  const Int128 per_row = std::min<Int128>(kMaxRelease, -floor_quotient(-most, divisor));
  return {name, formula, static_cast<std::int64_t>(per_row), nullptr, nullptr};
}

Outcome check(const PlanRequest& request) {
  const Person& person = request.reading.person;
  for (const auto& [cap, name] : {std::pair(person.rows, "rows_per_person"),
                                  std::pair(person.cells, "cells_per_person")})
    if (cap < 1 || cap > kMostCap)
      return wrong_field(
          name, fmt::format("`{}` {} is outside 1 to {}", name, cap, kMostCap), "1");
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

std::int64_t middle_of(const Grid& grid) {
  // floor: the radius above is then never smaller than the one below.
  const std::int64_t sum = grid.lowest() + grid.highest();
  return sum >= 0 ? sum / 2 : -((1 - sum) / 2);
}

namespace {

// What a number of a cell is before it is divided, and the most of one row.
struct Undivided {
  const char* name;
  Formula formula;
  Int128 most;
};

// Values are counted from the middle of the bounds: that halves what one row can do.
std::vector<Undivided> undivided(Statistic statistic, const Reading& reading) {
  const Undivided count{"count", {.of_rows = 1}, 1};
  if (statistic == Statistic::count) return {count};
  const Grid& grid = reading.measure->grid;
  if (statistic == Statistic::sum) {
    const Undivided sum{"sum",
                        {.of_sum = 1},
                        std::max(std::abs(grid.lowest()), std::abs(grid.highest()))};
    if (reading.domain.has_unknown_keys()) return {count, sum};
    return {sum};
  }
  const Int128 middle = middle_of(grid), radius = grid.highest() - middle;
  std::vector<Undivided> numbers = {count,
                                    {"sum", {.of_rows = -middle, .of_sum = 1}, radius}};
  if (statistic == Statistic::mean) return numbers;
  // (r - middle)^2 is in 0..radius^2; it too is counted from its middle.
  const Int128 half = radius * radius / 2;
  numbers.push_back(
      {"squares",
       {.of_rows = middle * middle - half, .of_sum = -2 * middle, .of_squares = 1},
       radius * radius - half});
  return numbers;
}

}  // namespace

std::vector<std::int64_t> divisors_for(Statistic statistic, const Reading& reading,
                                       const Rational& epsilon) {
  const auto numbers = undivided(statistic, reading);
  // Of the noise's scale, as a multiple of what one row changes.
  const Rational rows = person_share(reading.person, reading.domain).rows;
  const Rational scale =
      rows * static_cast<std::int64_t>(numbers.size()) / std::max(epsilon, kLeast);
  const Rational least =
      std::max(Rational(kLeastPerRow), Rational(kLeastScale) / scale);
  std::vector<std::int64_t> divisors;
  for (const Undivided& number : numbers) {
    std::int64_t& divisor = divisors.emplace_back(1);
    const Int128 fewest = least.ceil().to_int64().value_or(kMaxRelease);
    const bool counts = number.formula.of_sum == 0 && number.formula.of_squares == 0;
    while (!counts && divisor <= kMostDivisor / 10 &&
           number.most >= fewest * divisor * 10)
      divisor *= 10;
  }
  return divisors;
}

std::vector<PlannedNumber> planned_numbers(Statistic statistic, const Reading& reading,
                                           const std::vector<std::int64_t>& divisors) {
  std::vector<PlannedNumber> numbers;
  for (const Undivided& number : undivided(statistic, reading))
    numbers.push_back(
        planned(number.name, number.formula, number.most, divisors.at(numbers.size())));
  return numbers;
}

Result<Grid> grid_for(Statistic statistic, std::string_view bounds,
                      const std::optional<Rational>& step) {
  const auto& reach = statistic == Statistic::variance ? Grid::kSquares : Grid::kSums;
  return step ? Grid::stepped(bounds, *step, reach) : Grid::finest(bounds, reach);
}

Result<CellsPlan> plan_without_noise(const PlanRequest& request) {
  assert(request.reading.measure || request.statistic == Statistic::count);
  if (const auto good = check(request); !good) return good.error();
  return CellsPlan{
      .statistic = request.statistic,
      .reading = request.reading,
      .share = person_share(request.reading.person, request.reading.domain),
      .numbers = planned_numbers(
          request.statistic, request.reading,
          divisors_for(request.statistic, request.reading, request.epsilon)),
      .key_threshold = std::nullopt,
      .fewer_than = request.fewer_than,
      .promise = PromiseChoice(),
      .derivations = {},
      .reason = {}};
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
  for (const PlannedNumber& number : plan->numbers)
    wanted.per_row.push_back(number.per_row);
  auto choice = choose_noise(wanted);
  if (!choice) return choice.error();
  for (std::size_t i = 0; i < plan->numbers.size(); ++i)
    plan->numbers[i].set_noise(added_noise(choice->noise[i]));
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
