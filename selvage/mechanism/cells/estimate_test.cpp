#include "selvage/mechanism/cells/estimate.hpp"

#include <gtest/gtest.h>

#include "selvage/mechanism/cells/cells_plan.hpp"

namespace selvage {
namespace {

const Rational kUsual(19, 20);

CellsPlan plan_of(Statistic statistic, const char* bounds, const Rational& epsilon,
                  const std::optional<Rational>& step = std::nullopt) {
  Reading reading{*Domain::make({})};
  if (statistic != Statistic::count)
    reading.measure = Measure{"x", *grid_for(statistic, bounds, step)};
  return *plan_cells({.statistic = statistic, .reading = reading, .epsilon = epsilon});
}

TEST(Estimate, CountsAreCutAtZero) {
  const CellsPlan plan = plan_of(Statistic::count, "", 1);
  const Estimator estimator(plan, kUsual);
  const std::int64_t bound = estimator.error()->bound;
  EXPECT_EQ(bound, error_bound(plan.numbers[0].added(), Rational(1, 20)));
  const std::int64_t low[] = {-bound - 5}, high[] = {1000};
  EXPECT_EQ(estimator.estimate(low).upper, 0);
  EXPECT_EQ(estimator.estimate(low).value, -bound - 5);
  EXPECT_EQ(estimator.estimate(high).lower, 1000 - bound);
  EXPECT_EQ(estimator.unit(), Rational(1));
}

TEST(Estimate, MeansAndVariancesWithoutNoiseAreExact) {
  const CellsPlan mean = plan_of(Statistic::mean, "0:1000", 1000, 1);
  const Estimator of_mean(mean, kUsual);
  EXPECT_EQ(of_mean.unit(), Rational(1, 1'000'000'000));
  // Rows 1, 2, 4: mean 7/3. Counted from 500.
  const std::int64_t sums[] = {3, 7 - 1500};
  EXPECT_EQ(of_mean.estimate(sums).value, 2'333'333'333);
  const CellsPlan variance = plan_of(Statistic::variance, "0:1000", 1000, 1);
  const Estimator of_variance(variance, kUsual);
  EXPECT_EQ(of_variance.unit(), Rational(1, 1'000'000));
  // (499^2 + 498^2 + 496^2) - 3 * 125000; variance 14/9.
  const std::int64_t squares[] = {3, 7 - 1500,
                                  499 * 499 + 498 * 498 + 496 * 496 - 375'000};
  EXPECT_EQ(of_variance.estimate(squares).value, 1'555'556);
}

TEST(Estimate, AnswersStayWithinWhatTheBoundsAllow) {
  const CellsPlan mean = plan_of(Statistic::mean, "-10:30", 1);
  const CellsPlan variance = plan_of(Statistic::variance, "-10:30", 1);
  const Estimator of_mean(mean, kUsual), of_variance(variance, kUsual);
  const std::int64_t huge = std::int64_t{1} << 60;
  for (const std::int64_t rows : {-huge, std::int64_t{-3}, std::int64_t{0}, huge})
    for (const std::int64_t sum : {-huge, std::int64_t{0}, huge})
      for (const std::int64_t squares : {-huge, std::int64_t{0}, huge}) {
        const std::int64_t two[] = {rows, sum}, three[] = {rows, sum, squares};
        const Estimate m = of_mean.estimate(two), v = of_variance.estimate(three);
        const Rational low = of_mean.unit() * m.lower, high = of_mean.unit() * m.upper;
        EXPECT_GE(low, Rational(-10));
        EXPECT_LE(high, Rational(30));
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
  const Estimator of_mean(mean, kUsual), of_variance(variance, kUsual);
  const std::int64_t bound = error_bound(mean.numbers[0].added(), Rational(1, 20));
  for (const std::int64_t rows : {-bound, std::int64_t{0}, bound, bound + 1}) {
    const std::int64_t two[] = {rows, 0}, three[] = {rows, 0, 0};
    EXPECT_FALSE(of_mean.estimate(two).known) << rows;
    EXPECT_EQ(of_mean.unit() * of_mean.estimate(two).upper, Rational(30)) << rows;
    EXPECT_FALSE(of_variance.estimate(three).known) << rows;
  }
  const std::int64_t two[] = {100'000, 0}, three[] = {100'000, 0, 0};
  EXPECT_TRUE(of_mean.estimate(two).known);
  EXPECT_TRUE(of_variance.estimate(three).known);
  // An end alone may be that of the bounds.
  const std::int64_t low[] = {100'000, -2'000'000'000'000};
  EXPECT_TRUE(of_mean.estimate(low).known);
  EXPECT_EQ(of_mean.unit() * of_mean.estimate(low).lower, Rational(-10));
}

TEST(Estimate, FewRowsHaveNoPlannedBound) {
  const CellsPlan plan = plan_of(Statistic::mean, "0:100", 1);
  EXPECT_FALSE(Estimator(plan, kUsual).planned_bound(3));
}

TEST(Estimate, TotalsCarryTheNoiseOfAllTheirCells) {
  const CellsPlan plan = plan_of(Statistic::count, "", 1);
  const Estimator estimator(plan, kUsual);
  const Estimate total = *estimator.total(1000, 40);
  EXPECT_EQ(total.value, 1000);
  EXPECT_EQ(1000 - total.lower,
            sum_error_bound(plan.numbers[0].added(), 40, Rational(1, 20)));
}

}  // namespace
}  // namespace selvage
