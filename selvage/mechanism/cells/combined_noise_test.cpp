#include "selvage/mechanism/cells/combined_noise.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "selvage/mechanism/cells/gaussian_tail.hpp"
#include "selvage/mechanism/cells/laplace_sum.hpp"

namespace selvage {
namespace {

// Vectors: test/vectors/noise_sums.py, by convolution. The bound jumps exactly at the
// probability.
const Rational kMore = Rational(1) + *Rational::parse("1e-28");
const Rational kLess = Rational(1) - *Rational::parse("1e-28");

TEST(LaplaceSum, BoundIsTheLeastThatHolds) {
  const struct {
    const char* scale;
    std::int64_t count, t;
    const char* tail;
  } vectors[] = {{"2", 2, 5, "1.473312844759845983449525341441e-1"},
                 {"3/2", 3, 7, "4.570846289047876156887327013233e-2"},
                 {"3", 5, 20, "3.577864029281093375913264402559e-2"},
                 {"3/10", 4, 2, "1.460805183454450044455394663454e-3"},
                 {"9/4", 6, 14, "6.345957683449344000638618956993e-2"}};
  for (const auto& v : vectors) {
    const Rational scale = *Rational::parse(v.scale), tail = *Rational::parse(v.tail);
    EXPECT_EQ(laplace_sum_bound(scale, v.count, tail * kMore), v.t) << v.scale;
    EXPECT_EQ(laplace_sum_bound(scale, v.count, tail * kLess), v.t + 1) << v.scale;
  }
}

// One draw has a closed form; of many the sum is as good as Gaussian, by the central
// limit theorem, whatever the scale.
TEST(LaplaceSum, AgreesWithOneDrawAndWithVeryMany) {
  const Rational beta(1, 20);
  for (const char* scale : {"1/3", "1", "7/2", "1000", "123456789"})
    EXPECT_EQ(laplace_sum_bound(*Rational::parse(scale), 1, beta),
              error_bound(LaplaceNoise{*Rational::parse(scale)}, beta));
  for (const auto& [scale, count] : {std::pair<Rational, std::int64_t>(1, 1'000'000),
                                     {1'000'000, 1'000'000},
                                     {1000, 10'000}}) {
    const double q = std::exp(-1 / scale.to_double());
    const double deviation = std::sqrt(2 * q * static_cast<double>(count)) /
                             -std::expm1(-1 / scale.to_double());
    const auto bound = laplace_sum_bound(scale, count, beta);
    EXPECT_NEAR(static_cast<double>(bound) / deviation, 1.959963985, 1e-3);
  }
}

// The draws are taken for continuous ones, so that the bound is u and what all weights
// are together.
TEST(CombinedNoise, BoundIsTheLeastThatHolds) {
  const struct {
    Rational scale;
    std::vector<Rational> weights;
    std::int64_t u;
    const char* tail;
  } vectors[] = {{10, {1}, 30, "4.978706836786394297934241565006e-2"},
                 {2, {5, 2}, 40, "2.179568440472878894937181741756e-2"},
                 {1, {9, 10}, 36, "6.572660498640986717711297475909e-2"},
                 {1, {10, 4, 7}, 40, "3.805207353567e-2"},
                 {Rational(1, 2), {24, 6, 16}, 33, "1.076949316643e-1"}};
  // As many digits as the vectors of three have.
  const Rational more = *Rational::parse("1.00000001"),
                 less = *Rational::parse("0.99999999");
  for (const auto& v : vectors) {
    Rational t = v.u;
    for (const Rational& weight : v.weights) t = t + weight;
    const Rational tail = *Rational::parse(v.tail);
    EXPECT_EQ(combined_bound(LaplaceNoise{v.scale}, v.weights, tail * more),
              t.to_int64());
    EXPECT_EQ(combined_bound(LaplaceNoise{v.scale}, v.weights, tail * less),
              *t.to_int64() + 1);
  }
}

// Where the closed form divides 0 by 0.
TEST(CombinedNoise, EqualWeightsAreNoSpecialCase) {
  const Rational beta(1, 20);
  const auto bound = [&](const std::vector<Rational>& weights) {
    return static_cast<double>(combined_bound(LaplaceNoise{100'000}, weights, beta));
  };
  const Rational near(9999, 10'000), wider(10'001, 10'000);
  EXPECT_NEAR(bound({1, 1, 1}), bound({near, 1, wider}), 150);
  EXPECT_NEAR(bound({1, 1}), static_cast<double>(laplace_sum_bound(100'000, 2, beta)),
              150);
  EXPECT_NEAR(bound({1, 1, 1}),
              static_cast<double>(laplace_sum_bound(100'000, 3, beta)), 300);
  EXPECT_GE(bound({1, 1, 1}), static_cast<double>(laplace_sum_bound(100'000, 3, beta)));
  EXPECT_LT(bound({0, 1}), bound({1, 1}));
  EXPECT_EQ(bound({0, 0}), 0);
  EXPECT_EQ(bound({1, 0}), bound({1}));
}

// Discrete Gaussian sums, added up one by one, stay below the bound, and hardly more.
TEST(GaussianSum, BoundIsNeverTooSmallAndNearlyTheLeast) {
  const struct {
    const char* variance;
    std::int64_t count, t;
    const char* tail;
  } vectors[] = {{"9", 1, 6, "2.949914805524305511617307449992e-2"},
                 {"9", 2, 8, "4.463045874697627154524060177195e-2"},
                 {"25/2", 3, 12, "4.100171271439409680121701849316e-2"}};
  for (const auto& v : vectors) {
    const Rational variance = *Rational::parse(v.variance);
    const Rational tail = *Rational::parse(v.tail);
    EXPECT_GT(*gaussian_sum_bound(variance, v.count, tail * kLess), v.t) << v.variance;
    EXPECT_EQ(*gaussian_sum_bound(variance, v.count, tail * Rational(105, 100)), v.t);
  }
  EXPECT_GE(*gaussian_sum_bound(2, 4, *Rational::parse("0.05062")), 5);
  EXPECT_FALSE(gaussian_sum_bound(1, 4, Rational(1, 20)));
  EXPECT_NEAR(static_cast<double>(*gaussian_sum_bound(1'000'000, 1, Rational(1, 20))),
              1959.96, 1.5);
}

TEST(CombinedNoise, GaussianNoisesAddTheirVariances) {
  const Rational beta(1, 20), weights[] = {1, 2, Rational(1, 2)};
  EXPECT_NEAR(
      static_cast<double>(combined_bound(GaussianNoise{1'000'000}, weights, beta)),
      1.959963985 * std::sqrt(5.25e6) + 3.5, 1);
  // Too little noise for a continuous law.
  EXPECT_GE(combined_bound(GaussianNoise{Rational(1, 2)}, weights, beta),
            error_bound(GaussianNoise{Rational(1, 2)}, beta));
}

}  // namespace
}  // namespace selvage
