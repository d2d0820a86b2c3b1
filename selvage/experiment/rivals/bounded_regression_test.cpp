#include "selvage/experiment/rivals/bounded_regression.hpp"

#include <cmath>
#include <cstdlib>
#include <functional>

#include <gtest/gtest.h>

#include "selvage/mechanism/regression/beside_bounds.hpp"
#include "selvage/mechanism/regression/regression_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {
namespace {

using Row = BoundedRegression::Row;

BoundedRegression made(const Rational& epsilon, std::vector<CodeBounds> bounds,
                       int step_bits = 20) {
  auto rival = BoundedRegression::make({epsilon, std::move(bounds), step_bits});
  EXPECT_TRUE(rival);
  return *rival;
}

// With so much epsilon there is no noise: what a row changes is seen, and no row
// changes more than what the noise is made for.
TEST(BoundedRegression, ARowChangesEveryNumberByAtMostOneStepOfTheNoise) {
  const auto rival = made(1'000'000'000, {{-7, 4}, {0, 90}, {3, 9}}, 3);
  SeededSource random(4);
  const std::vector<Row> some = {{1, 2, 3}, {-5, 88, 9}, {0, 0, 4}};
  const auto before = rival.run(some, random);
  EXPECT_EQ(before.size(), 9u);
  std::int64_t most = 0;
  for (const std::int64_t y : {-1'000'000, -7, 0, 3, 4, 99})
    for (const std::int64_t x1 : {-5, 0, 44, 45, 90, 1'000'000})
      for (const std::int64_t x2 : {3, 6, 9, 12}) {
        std::vector<Row> more = some;
        more.push_back({y, x1, x2});
        const auto after = rival.run(more, random);
        std::int64_t change = 0;
        for (std::size_t i = 0; i < before.size(); ++i) {
          EXPECT_LE(std::abs(after[i] - before[i]), 8) << i;
          change += std::abs(after[i] - before[i]);
        }
        most = std::max(most, change);
      }
  EXPECT_EQ(most, 9 * 8);  // of the nine numbers, in all
}

TEST(BoundedRegression, FindsALineWithinItsBounds) {
  SeededSource random(9);
  std::vector<std::int64_t> noise(20'000), places(20'000);
  random.discrete_gaussian(noise, 10'000);   // deviation 100
  random.discrete_gaussian(places, 10'000);  // about 500
  std::vector<Row> rows;
  for (std::size_t i = 0; i < noise.size(); ++i)
    rows.push_back({3000 + 2 * (500 + places[i]) + noise[i], 500 + places[i]});
  const auto exact = made(1'000'000'000, {{2000, 6000}, {0, 1000}});
  const auto fit = exact.fit(exact.run(rows, random));
  EXPECT_NEAR(fit[1], 2, 0.05);
  EXPECT_NEAR(fit[0], 3000, 30);
  const auto noisy = made(1, {{2000, 6000}, {0, 1000}});
  const auto fit_with_noise = noisy.fit(noisy.run(rows, random));
  EXPECT_NEAR(fit_with_noise[1], 2, 0.3);
}

// Bounds that are too wide leave nothing but noise, and the ridge draws slopes to 0.
TEST(BoundedRegression, WideBoundsLeaveLittle) {
  SeededSource random(10);
  std::vector<Row> rows;
  for (std::int64_t i = 0; i < 1000; ++i) rows.push_back({2 * i, i});
  constexpr std::int64_t kFar = 1'000'000'000;
  const auto rival = made(1, {{-kFar, kFar}, {-kFar, kFar}});
  EXPECT_LT(std::abs(rival.fit(rival.run(rows, random))[1]), 1.5);
}

// y = 5 + 2x + noise, x and noise standard normal, in thousandths.
std::vector<Row> normal_rows(std::size_t people, RandomSource& random) {
  std::vector<std::int64_t> noise(people), places(people);
  random.discrete_gaussian(noise, 1'000'000);
  random.discrete_gaussian(places, 1'000'000);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < people; ++i)
    rows.push_back({5000 + 2 * places[i] + noise[i], places[i]});
  return rows;
}

double block_slope(const std::vector<Row>& rows, const Rational& epsilon,
                   RandomSource& random) {
  verify::SmallTable table;
  for (const Row& row : rows)
    table.push_back(
        {"", {Rational(row[0], 1000).text(), Rational(row[1], 1000).text()}});
  const auto mechanism = made_regression({{{"x"}}, epsilon});
  const Answer answer =
      mechanism->answer(fitted_from(*mechanism, table, random), {19, 20});
  return answer.numbers[1].real(answer.numbers[1].rows[0].value);
}

double median_error(
    std::size_t people, int runs,
    const std::function<double(const std::vector<Row>&, RandomSource&)>& slope) {
  SeededSource random(people);
  std::vector<double> errors;
  for (int run = 0; run < runs; ++run)
    errors.push_back(std::abs(slope(normal_rows(people, random), random) - 2));
  std::sort(errors.begin(), errors.end());
  return errors[errors.size() / 2];
}

// Bounds of five deviations to either side, and these times a factor: nobody has better
// ones of many a column. Blocks need none.
TEST(BoundedRegression, NeedsGoodBoundsAndBlocksNeedNone) {
  const auto bounded = [](std::int64_t factor, const Rational& epsilon) {
    return [rival = made(epsilon, {{5000 - 10'000 * factor, 5000 + 10'000 * factor},
                                   {-5000 * factor, 5000 * factor}})](
               const std::vector<Row>& rows, RandomSource& random) {
      return rival.fit(rival.run(rows, random))[1];
    };
  };
  const auto blocks = [](const std::vector<Row>& rows, RandomSource& random) {
    return block_slope(rows, 1, random);
  };
  const double least_squares = median_error(4000, 15, bounded(1, 1'000'000'000));
  EXPECT_LT(least_squares, 0.02);
  EXPECT_LT(median_error(4000, 15, blocks), 0.04);
  EXPECT_LT(median_error(4000, 15, bounded(1, 1)), 0.4);
  EXPECT_GT(median_error(4000, 15, bounded(100, 1)), 1);
}

// What a plan says of blocks and of bounds, at fixed seeds: rows miss the line by one
// deviation, and the bounds of y are counted in these. [T273]
TEST(BoundedRegression, APlanTellsWhichWayIsNearer) {
  const RegressionRequest request{{{"x"}}, 4};
  const double deviations = deviations_of_bounds(request, 10'000);
  EXPECT_NEAR(deviations, 6.9, 0.05);
  const auto bounded = [](double of) {
    const auto half = static_cast<std::int64_t>(of * 1000);
    return [rival = made(4, {{5000 - half, 5000 + half}, {-half, half}})](
               const std::vector<Row>& rows, RandomSource& random) {
      std::vector<Row> level = rows;  // y without the slope
      for (Row& row : level) row[0] -= 2 * row[1];
      return rival.fit(rival.run(level, random))[1] + 2;
    };
  };
  const auto blocks = [](const std::vector<Row>& rows, RandomSource& random) {
    return block_slope(rows, 4, random);
  };
  constexpr int kRuns = 61;
  const double by_blocks = median_error(10'000, kRuns, blocks);
  EXPECT_NEAR(by_blocks, times_all_rows(request) * 0.01 * 0.674, 0.006);
  EXPECT_LT(median_error(10'000, kRuns, bounded(deviations / 2)), by_blocks);
  EXPECT_GT(median_error(10'000, kRuns, bounded(deviations * 2)), by_blocks);
}

TEST(BoundedRegression, RefusesWhatHasNoLaw) {
  EXPECT_FALSE(BoundedRegression::make({0, {{0, 1}, {0, 1}}}));
  EXPECT_FALSE(BoundedRegression::make({1, {{0, 1}}}));
  EXPECT_EQ(BoundedRegression::make({1, {{0, 1}, {1, 1}}}).error().field, "bounds");
}

}  // namespace
}  // namespace selvage
