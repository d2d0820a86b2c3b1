#include "selvage/mechanism/cells/planned_numbers.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace selvage {
namespace {

const Rational kLeastEpsilonPlanned(1, 1'000'000'000);  // smaller ones are refused

Int128 up(Int128 number, std::int64_t divisor) {
  return -floor_quotient(-number, divisor);
}

std::int64_t released(Int128 number) {
  return static_cast<std::int64_t>(std::min<Int128>(kMaxRelease, number));
}

PlannedNumber planned(const MomentSum& sum, const NumberUnit& unit) {
  Formula formula = sum.formula * unit.times;
  formula.divisor = unit.divisor;
  return {.name = sum.name,
          .formula = formula,
          .per_row = released(up(sum.most * unit.times, unit.divisor)),
          .times = unit.times};
}

// The numbers of counts and sums, each with a promise of its own.
std::vector<MomentSum> single_numbers(Statistic statistic, const Reading& reading) {
  const MomentSum count{"count", {.of_rows = 1}, 1};
  if (statistic == Statistic::count) return {count};
  const Grid& grid = reading.measure->grid;
  const StepRange range =
      reading.person.sum_in_cell.value_or(StepRange{grid.lowest(), grid.highest()});
  const MomentSum sum{
      "sum", {.of_sum = 1}, std::max(std::abs(range.lowest), std::abs(range.highest))};
  if (reading.domain.has_unknown_keys()) return {count, sum};
  return {sum};
}

MomentSums moment_sums(Statistic statistic, const Reading& reading, Norm norm) {
  const Grid& grid = reading.measure->grid;
  return statistic == Statistic::mean ? sums_of_mean(grid)
                                      : sums_of_variance(grid, norm);
}

bool is_power_of_ten(std::int64_t x) {
  while (x >= 10 && x % 10 == 0) x /= 10;
  return x == 1;
}

// Numbers whose rounded changes add up: each may be one more than its part. [T95]
Together together_of(const MomentSums& sums, const NumberUnit& unit) {
  const auto count = static_cast<Int128>(sums.sums.size());
  const Int128 rounding = unit.divisor == 1 ? 0 : count - 1;
  const Int128 of_row = sums.of_row * unit.times;
  // In 62 bits twice: as a fraction it may be larger than any whole number here.
  const Rational high(static_cast<std::int64_t>(of_row >> 62));
  const Rational low(static_cast<std::int64_t>(of_row & ((Int128{1} << 62) - 1)));
  return {.per_row = released(up(sums.together * unit.times, unit.divisor) + rounding),
          .of_row = (high * Rational::power_of_two(62) + low) / unit.divisor,
          .count_per_row = released(up(of_row, unit.divisor) + rounding)};
}

}  // namespace

bool is_unit(const NumberUnit& unit) {
  return (unit.times == 1 || unit.divisor == 1) && unit.times >= 1 &&
         unit.times <= kMostTimes && unit.divisor >= 1 &&
         unit.divisor <= kMostDivisor && is_power_of_ten(unit.times) &&
         is_power_of_ten(unit.divisor);
}

bool is_told_together(Statistic statistic) {
  return statistic != Statistic::count && statistic != Statistic::sum;
}

Norm norm_of(const Noise& noise) {
  return std::holds_alternative<LaplaceNoise>(noise) ? Norm::sum : Norm::euclidean;
}

std::vector<NumberUnit> units_for(Statistic statistic, const Reading& reading,
                                  const Rational& epsilon, Norm norm,
                                  std::int64_t fineness) {
  const bool together = is_told_together(statistic);
  std::vector<Int128> most;  // of one row, for each unit that is wanted
  std::size_t copies = 1;
  if (together) {
    const MomentSums sums = moment_sums(statistic, reading, norm);
    most = {sums.together};
    copies = sums.sums.size();
  } else {
    for (const MomentSum& number : single_numbers(statistic, reading))
      most.push_back(number.formula.of_sum == 0 ? 0 : number.most);
  }
  // Of the noise's scale, as a multiple of what one row changes.
  const Rational rows = person_share(reading.person, reading.domain).rows;
  const Rational scale = rows * static_cast<std::int64_t>(most.size()) /
                         std::max(epsilon, kLeastEpsilonPlanned);
  const Rational least = std::max(Rational(fineness), Rational(fineness) / scale);
  const Int128 fewest = least.ceil().to_int64().value_or(kMaxRelease);
  std::vector<NumberUnit> units;
  for (const Int128 change : most) {
    NumberUnit& unit = units.emplace_back();
    while (together && unit.times < kMostTimes && change * unit.times < fewest)
      unit.times *= 10;
    while (unit.divisor <= kMostDivisor / 10 && change >= fewest * unit.divisor * 10)
      unit.divisor *= 10;
  }
  if (together) units.resize(copies, NumberUnit(units[0]));
  return units;
}

PlannedNumbers planned_numbers(Statistic statistic, const Reading& reading,
                               const std::vector<NumberUnit>& units, Norm norm) {
  PlannedNumbers result;
  const bool together = is_told_together(statistic);
  const auto add = [&](const std::vector<MomentSum>& numbers) {
    for (const MomentSum& number : numbers)
      result.numbers.push_back(planned(number, units.at(result.numbers.size())));
  };
  if (!together) {
    add(single_numbers(statistic, reading));
    return result;
  }
  const MomentSums sums = moment_sums(statistic, reading, norm);
  add(sums.sums);
  assert(std::all_of(units.begin(), units.begin() + std::ptrdiff_t(sums.sums.size()),
                     [&](const NumberUnit& unit) { return unit == units[0]; }));
  result.together = together_of(sums, units[0]);
  return result;
}

}  // namespace selvage
