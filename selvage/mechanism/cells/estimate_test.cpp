#include "selvage/mechanism/cells/estimate.hpp"

#include <gtest/gtest.h>

#include "selvage/mechanism/cells/cells_plan.hpp"

namespace selvage {
namespace {

const Rational kUsualConfidence(19, 20);

CellsPlan plan_of(Statistic statistic, const char* bounds, const Rational& epsilon,
                  const std::optional<Rational>& step = std::nullopt) {
  Reading reading{*Domain::make({})};
  if (statistic != Statistic::count)
    reading.measure = Measure{"x", *grid_for(statistic, bounds, step)};
  return *plan_cells({.statistic = statistic, .reading = reading, .epsilon = epsilon});
}

TEST(Estimate, CountsAreCutAtZero) {
  const CellsPlan plan = plan_of(Statistic::count, "", 1);
  const Estimator estimator(plan, kUsualConfidence);
  const std::int64_t bound = estimator.error()->bound;
  EXPECT_EQ(bound, error_bound(plan.numbers[0].added(), Rational(1, 20)));
  const std::int64_t low[] = {-bound - 5}, high[] = {1000};
  EXPECT_EQ(estimator.estimate(low).upper, 0);
  EXPECT_EQ(estimator.estimate(low).value, -bound - 5);
  EXPECT_EQ(estimator.estimate(high).lower, 1000 - bound);
  EXPECT_EQ(estimator.unit(), Rational(1));
}

// The numbers of a cell with these values, without noise.
std::vector<std::int64_t> numbers_of(const CellsPlan& plan,
                                     std::initializer_list<std::int64_t> steps) {
  CellSums sums{};
  for (const std::int64_t r : steps) {
    ++sums.rows;
    sums.sum += r;
    sums.squares += Int128{r} * r;
  }
  std::vector<std::int64_t> numbers;
  for (const PlannedNumber& number : plan.numbers)
    numbers.push_back(number_of(number.formula, sums));
  return numbers;
}

TEST(Estimate, MeansAndVariancesWithoutNoiseAreExact) {
  const CellsPlan mean = plan_of(Statistic::mean, "0:1000", 1000, 1);
  const Estimator of_mean(mean, kUsualConfidence);
  EXPECT_EQ(of_mean.unit(), Rational(1, 1'000'000'000));
  // Rows 1, 2, 4: mean 7/3, variance 14/9.
  EXPECT_EQ(of_mean.estimate(numbers_of(mean, {1, 2, 4})).value, 2'333'333'333);
  const CellsPlan variance = plan_of(Statistic::variance, "0:1000", 1000, 1);
  const Estimator of_variance(variance, kUsualConfidence);
  EXPECT_EQ(of_variance.unit(), Rational(1, 1'000'000));
  EXPECT_EQ(of_variance.estimate(numbers_of(variance, {1, 2, 4})).value, 1'555'556);
}

// Rows 1, 2, 4: three of them, mean 7/3, deviation the root of 14/9.
TEST(Estimate, ADescriptionWithoutNoiseIsExact) {
  const CellsPlan plan = plan_of(Statistic::describe, "0:1000", 1000, 1);
  const Estimator estimator(plan, kUsualConfidence);
  Drawn drawn{.cells = {0}, .keys = {}, .numbers = {}};
  for (const std::int64_t number : numbers_of(plan, {1, 2, 4}))
    drawn.numbers.push_back({number});
  EXPECT_EQ(estimator.estimates(drawn)[0].value, 3);
  const auto further = estimator.further(drawn);
  ASSERT_EQ(further.size(), 2u);
  EXPECT_EQ(further[0].name, "mean");
  EXPECT_EQ(further[0].rows[0].value, 2'333'333'333);
  EXPECT_EQ(further[1].name, "deviation");
  EXPECT_EQ(further[1].rows[0].value, 1'247'219'129);
}

TEST(Estimate, AnswersStayWithinWhatTheBoundsAllow) {
  const CellsPlan mean = plan_of(Statistic::mean, "-10:30", 1);
  const CellsPlan variance = plan_of(Statistic::variance, "-10:30", 1);
  const Estimator of_mean(mean, kUsualConfidence),
      of_variance(variance, kUsualConfidence);
  const std::int64_t huge = std::int64_t{1} << 60;
  const std::int64_t sizes[] = {-huge, -3, 0, 5, 100'000, huge};
  for (const std::int64_t low : sizes)
    for (const std::int64_t middle : sizes)
      for (const std::int64_t high : sizes) {
        const std::int64_t two[] = {low, high}, three[] = {low, middle, high};
        const Estimate m = of_mean.estimate(two), v = of_variance.estimate(three);
        EXPECT_GE(of_mean.unit() * m.lower, Rational(-10));
        EXPECT_LE(of_mean.unit() * m.upper, Rational(30));
        EXPECT_LE(m.lower, m.value);
        EXPECT_LE(m.value, m.upper);
        EXPECT_GE(v.lower, 0);
        EXPECT_LE(v.lower, v.value);
        EXPECT_LE(v.value, v.upper);
        EXPECT_LE(of_variance.unit() * v.upper, Rational(400));
      }
}

// A mean or a variance of a cell that may be empty, or of so few rows that everything
// is still possible, is not known; one of many rows is.
TEST(Estimate, WhatTheIntervalLeavesOpenIsNotKnown) {
  const CellsPlan mean = plan_of(Statistic::mean, "-10:30", 1);
  const CellsPlan variance = plan_of(Statistic::variance, "-10:30", 1);
  const Estimator of_mean(mean, kUsualConfidence),
      of_variance(variance, kUsualConfidence);
  const auto half = [](const CellsPlan& plan, const Rational& rows) {
    return *(plan.together->of_row * rows / 2).floor().to_int64();
  };
  for (const std::int64_t rows : {-3, 0, 1, 2}) {
    const std::int64_t part = half(mean, rows), other = half(variance, rows);
    const std::int64_t two[] = {part, part}, three[] = {other, 0, other};
    EXPECT_FALSE(of_mean.estimate(two).known) << rows;
    EXPECT_EQ(of_mean.unit() * of_mean.estimate(two).upper, Rational(30)) << rows;
    EXPECT_FALSE(of_variance.estimate(three).known) << rows;
  }
  const std::int64_t part = half(mean, 100'000), other = half(variance, 100'000);
  const std::int64_t two[] = {part, part}, three[] = {other, 0, other};
  EXPECT_TRUE(of_mean.estimate(two).known);
  EXPECT_TRUE(of_variance.estimate(three).known);
  // An end alone may be that of the bounds.
  const std::int64_t low[] = {2 * part, 0};
  EXPECT_TRUE(of_mean.estimate(low).known);
  EXPECT_EQ(of_mean.unit() * of_mean.estimate(low).lower, Rational(-10));
}

TEST(Estimate, FewRowsHaveNoPlannedBound) {
  const CellsPlan plan = plan_of(Statistic::mean, "0:100", 1);
  EXPECT_FALSE(Estimator(plan, kUsualConfidence).planned_bound(3));
}

TEST(Estimate, TotalsCarryTheNoiseOfAllTheirCells) {
  const CellsPlan plan = plan_of(Statistic::count, "", 1);
  const Estimator estimator(plan, kUsualConfidence);
  const Estimate total = *estimator.total(1000, 40);
  EXPECT_EQ(total.value, 1000);
  EXPECT_EQ(1000 - total.lower,
            sum_error_bound(plan.numbers[0].added(), 40, Rational(1, 20)));
}

}  // namespace
}  // namespace selvage
