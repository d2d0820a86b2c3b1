#include "selvage/mechanism/sampled_sensitivity/fitted_rows.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "selvage/mechanism/sampled_sensitivity/logistic_descent.hpp"
#include "selvage/mechanism/sampled_sensitivity/sampled_statistic.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {
namespace {

Rational number(const char* text) { return *Rational::parse(text); }

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed * 2 + 1) {}
  std::int64_t below(std::int64_t n) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::int64_t>((state_ >> 33) % static_cast<std::uint64_t>(n));
  }

 private:
  std::uint64_t state_;
};

FittedRows rows_with(Draws& draws, std::size_t rows, std::size_t width, bool labels) {
  FittedRows all{.width = width};
  for (std::size_t i = 0; i < rows; ++i) {
    all.x.push_back(kFeatureOne);
    for (std::size_t j = 1; j < width; ++j)
      all.x.push_back(draws.below(2 * kFeatureOne + 1) - kFeatureOne);
    all.y.push_back(labels ? 2 * draws.below(2) - 1
                           : draws.below(2 * kFeatureOne + 1) - kFeatureOne);
  }
  return all;
}

TEST(FittedRows, ColumnsAreBroughtToOneByTheirBounds) {
  EXPECT_EQ(feature_of(0, 100), -kFeatureOne);
  EXPECT_EQ(feature_of(100, 100), kFeatureOne);
  EXPECT_EQ(feature_of(50, 100), 0);
  EXPECT_EQ(feature_of(1, 3), -349525);  // -2^20 / 3
  EXPECT_EQ(length_above(std::vector<std::int64_t>{3, 4}), 5);
  EXPECT_EQ(length_above(std::vector<std::int64_t>{3, 5}), 6);
}

// What is solved in fractions is where the gradient is 0, but for half a step.
TEST(FittedRows, RidgeIsSolvedExactly) {
  Draws draws(7);
  for (const char* lambda : {"0.0001", "0.1", "7/3", "100"})
    for (const std::size_t width : {2, 4, 9}) {
      const FittedRows rows = rows_with(draws, 30, width, false);
      const auto w = ridge_coefficients(rows, number(lambda));
      for (std::size_t j = 0; j < width; ++j) {
        Rational gradient = number(lambda) * w[j] / kCoefficientOne;
        for (std::size_t i = 0; i < rows.size(); ++i) {
          Rational miss = Rational(rows.y[i]) / -kFeatureOne;
          for (std::size_t k = 0; k < width; ++k)
            miss =
                miss + Rational(rows.row(i)[k]) * w[k] / kFeatureOne / kCoefficientOne;
          gradient = gradient + miss * rows.row(i)[j] / kFeatureOne /
                                    static_cast<std::int64_t>(rows.size());
        }
        EXPECT_LE(absolute(gradient),
                  (Rational(static_cast<std::int64_t>(width)) + number(lambda)) *
                      Rational::power_of_two(-31))
            << lambda << ' ' << width;
      }
    }
}

TEST(FittedRows, LogisticIsCheckedInWholeNumbers) {
  Draws draws(11);
  for (const char* lambda : {"0.0001", "0.01", "7/3", "100"})
    for (const std::size_t width : {2, 4, 9}) {
      const FittedRows rows = rows_with(draws, 40, width, true);
      auto w = logistic_coefficients(rows, number(lambda));
      EXPECT_TRUE(is_minimum(rows, number(lambda), w));
      const std::int64_t far =
          (logistic_tolerance(static_cast<std::int64_t>(width), number(lambda)) * 3 /
           number(lambda) * kCoefficientOne)
              .ceil()
              .to_int64()
              .value();
      w[width / 2] += far;
      EXPECT_FALSE(is_minimum(rows, number(lambda), w)) << lambda << ' ' << width;
    }
}

// One row: w = u s / lambda with s = 1 / (1 + exp(|u|^2 s / lambda)), by bisection.
TEST(FittedRows, OneRowHasTheCoefficientsOfItsEquation) {
  const FittedRows rows{.width = 2, .x = {kFeatureOne, kFeatureOne / 2}, .y = {-1}};
  for (const double lambda : {0.0001, 0.01, 1.0, 100.0}) {
    double low = 0, high = 1;
    for (int i = 0; i < 200; ++i) {
      const double s = (low + high) / 2;
      (s < 1 / (1 + std::exp(1.25 * s / lambda)) ? low : high) = s;
    }
    const auto w = logistic_coefficients(rows, Rational::from_double(lambda));
    EXPECT_NEAR(static_cast<double>(w[0]) / kCoefficientOne, -low / lambda,
                1e-7 / lambda);
    EXPECT_NEAR(static_cast<double>(w[1]) / kCoefficientOne, -low / lambda / 2,
                1e-7 / lambda);
  }
}

// Where Newton's steps are not enough the others end in the same place.
TEST(FittedRows, StepsDownTheGradientComeToTheSameMinimum) {
  Draws draws(13);
  const FittedRows rows = rows_with(draws, 50, 3, true);
  const auto down = descended(rows, 0.05, {0, 0, 0}, 2000),
             newton = newton_minimum(rows, 0.05);
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(down[j], newton[j], 1e-9);
}

FittedRows without_last(FittedRows rows) {
  rows.y.pop_back();
  rows.x.resize(rows.x.size() - rows.width);
  return rows;
}

// Rows that miss a number count in n and nowhere else.
TEST(FittedRows, RowsOfZerosPullAtNothing) {
  Draws draws(17);
  FittedRows rows = rows_with(draws, 4, 2, true);
  rows.y.push_back(0);
  rows.x.insert(rows.x.end(), 2, 0);
  const auto five = logistic_coefficients(rows, number("0.4"));
  const auto four = logistic_coefficients(without_last(rows), number("0.5"));
  for (std::size_t j = 0; j < 2; ++j) EXPECT_LE(std::abs(five[j] - four[j]), 64);
}

// (P) on the shipped code, from the reader to the steps: two tables that differ in one
// row, among them few rows far apart, move all coefficients together by no more than
// what the numbers of the two rows say. [T335, T336]
using verify::SmallTable;

SampledTable looked(const SampledStatistic& statistic, const SmallTable& table) {
  Reading reading{*Domain::make({}), statistic.measure(), Person{}};
  reading.beside = statistic.beside();
  verify::SmallWorldReader reader(std::move(reading), table);
  auto rows = statistic.look(reader);
  EXPECT_TRUE(rows);
  return *std::move(rows);
}

void expect_bounded(SampledKind kind, const char* lambda, std::uint64_t seed) {
  Draws draws(seed);
  double nearest = 0;
  for (int i = 0; i < 60; ++i) {
    const std::int64_t people = 2 + draws.below(5);
    const auto some = [&]() -> std::string {
      constexpr const char* kEnds[] = {"-1", "1", "0", "0.37", "-0.81"};
      return kEnds[draws.below(5)];
    };
    SmallTable table;
    for (std::int64_t row = 0; row < people; ++row)
      table.push_back({"", {some(), some(), some()}});
    SmallTable other = table;
    other.back() = {"", {some(), some(), some()}};
    SampledRequest request{.kind = kind, .alpha = 1, .gamma = {1, 2}};
    request.people = people;
    request.bounds = "-1:1";
    request.at_least = {1, 10};
    request.x = {{"a", "-1:1"}, {"b", "-1:1"}};
    request.lambda = number(lambda);
    const auto statistic = *SampledStatistic::make("y", request);
    const SampledTable one = looked(*statistic, table), two = looked(*statistic, other);
    const SampledModel& model = statistic->model();
    const Rational allowed =
        model.per_distance * (one.numbers.back() + two.numbers.back()) + model.beside;
    std::int64_t moved = 0;
    for (std::size_t j = 0; j < one.values.size(); ++j)
      moved += std::abs(one.values[j] - two.values[j]);
    EXPECT_LE(Rational(moved), allowed);
    EXPECT_LE(one.numbers.back() + two.numbers.back(), model.most);
    nearest = std::max(nearest, static_cast<double>(moved) / allowed.to_double());
  }
  EXPECT_GT(nearest, 0.001) << lambda;  // else the bound says nothing
}

TEST(FittedRows, OneRowMovesCoefficientsByWhatItsNumberSays) {
  for (const char* lambda : {"0.01", "0.5", "20"}) {
    expect_bounded(SampledKind::ridge, lambda, 23);
    expect_bounded(SampledKind::logistic, lambda, 29);
  }
}

}  // namespace
}  // namespace selvage
