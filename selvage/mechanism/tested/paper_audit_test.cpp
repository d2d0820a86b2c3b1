// What [DL09] says of its robust regression and of tests in general, and what is true:
// the numbers of docs/theory-tested.md, each by itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "selvage/outcome/divergence.hpp"

namespace selvage {
namespace {

// The test shows that each of p coefficients moves by less than h, and each has noise
// of h/epsilon: together that is p epsilon.
TEST(PaperAudit, NoiseOfSeveralCoefficientsAddsUp) {
  const Rational epsilon = 1;
  const auto law_at = [&](std::int64_t moved) {
    return law_of<TreeSource>({.cut = 1e-12}, [&](RandomSource& random) {
      std::int64_t noise[2];
      random.discrete_laplace(noise, Rational(2) / epsilon);  // h is two steps
      return std::pair(moved + noise[0], moved + noise[1]);
    });
  };
  const auto here = law_at(0), there = law_at(2);
  EXPECT_GT(between(here, there, epsilon).lower(), Rational(1, 5));
  EXPECT_LE(between(here, there, epsilon * 2).upper(), Rational(1, 1'000'000));
}

// A row of a regression with x of length 1 along one of two axes.
struct AxisRow {
  int axis;
  double c;
};

// The shortest element of the subdifferential of sum |c - u beta|.
double gradient_norm(const std::vector<AxisRow>& rows, const double (&beta)[2]) {
  double squares = 0;
  for (const int axis : {0, 1}) {
    double sum = 0, ties = 0;
    for (const AxisRow& row : rows) {
      if (row.axis != axis) continue;
      if (row.c == beta[axis])
        ++ties;
      else
        sum += beta[axis] > row.c ? 1 : -1;
    }
    squares += std::pow(std::max(0.0, std::abs(sum) - ties), 2);
  }
  return std::sqrt(squares);
}

// The least one on the boundary of [-1, 1]^2; it changes only where a row lies.
double least_on_boundary(const std::vector<AxisRow>& rows) {
  double least = 1e9;
  for (const double side : {-1.0, 1.0})
    for (const double along : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
      least = std::min(least, gradient_norm(rows, {side, along}));
      least = std::min(least, gradient_norm(rows, {along, side}));
    }
  return least;
}

// A replaced row is one taken away and one added: the distance of the regression moves
// by 2, and a test with noise of 1/epsilon tells neighbours apart by 2 epsilon.
TEST(PaperAudit, TheDistanceOfTheRegressionMovesByTwo) {
  std::vector<AxisRow> rows(5, {0, 0});
  rows.insert(rows.end(), 5, {1, 0});
  const double before = std::ceil(least_on_boundary(rows));
  rows[0].c = 10;
  const double after = std::ceil(least_on_boundary(rows));
  EXPECT_EQ(before, 5);
  EXPECT_EQ(after, 3);
  const double epsilon = 0.1, threshold = std::pow(std::log(10), 2) + 2;
  const auto passes = [&](double distance) {
    return std::exp(-epsilon * (threshold - distance)) / 2;
  };
  EXPECT_NEAR(threshold, 7.3, 0.01);
  EXPECT_NEAR(std::log(passes(before) / passes(after)), 2 * epsilon, 1e-12);
  // Half of it moves by one.
  EXPECT_EQ(std::ceil(before / 2) - std::ceil(after / 2), 1);
}

// "ln n^2 + 2" read as 2 ln n + 2.
TEST(PaperAudit, TheSquareIsThatOfTheLogarithm) {
  const double n = 1000, epsilon = 0.1;
  EXPECT_NEAR(std::exp(-epsilon * std::log(n * n)) / 2, 0.126, 0.001);
  EXPECT_NEAR(std::exp(-epsilon * std::log(n) * std::log(n)) / 2, 0.00423, 0.00001);
}

// Where two lines cross, each adds the segment from -u to u, of length 2.
TEST(PaperAudit, TheSubdifferentialAtACrossingIsTwiceAsWide) {
  const double u[2] = {1, 0}, w[2] = {0.6, 0.8};
  const double diagonal = std::hypot(2 * (u[0] + w[0]), 2 * (u[1] + w[1]));
  EXPECT_GT(diagonal, 2);
  EXPECT_LT(diagonal, 4);
  EXPECT_NEAR(diagonal, 2 * std::sqrt(3.2), 1e-12);
}

// k unit vectors along a line add up to k, k - 2, ..., -k and to nothing else; lines
// through the point add all from -k to k.
TEST(PaperAudit, RowsThroughThePointCancelAnyGradient) {
  for (const double v : {0.5, 1.5, 2.25}) {
    const int k = static_cast<int>(std::ceil(v));
    for (int up = 0; up <= k; ++up) EXPECT_NE(2 * up - k, v);
    EXPECT_LE(v, k);
  }
}

// Exponents as printed: the failure would become certain, and delta vanishes faster
// than any power where epsilon ln n is large, not more slowly.
TEST(PaperAudit, SignsOfExponents) {
  const double n = 1e6;
  EXPECT_GT(std::exp(-std::pow(n, -1.0 / 3)), 0.98);
  EXPECT_LT(std::exp(-std::pow(n, 1.0 / 3)), 1e-43);
  for (const double power : {1.0, 5.0, 10.0}) {
    const double large = std::exp(2 * power);  // epsilon 1
    EXPECT_LT(std::pow(large, -std::log(large)), std::pow(large, -power));
  }
}

}  // namespace
}  // namespace selvage
