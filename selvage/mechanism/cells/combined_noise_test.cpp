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

TEST(CombinedNoise, BoundIsTheLeastThatHolds) {
  const struct {
    std::vector<WeightedNoise> noises;
    std::int64_t t;  // u and one more for every wide noise, times its weight
    const char* tail;
  } vectors[] = {{{{LaplaceNoise{10}, 1}, {LaplaceNoise{2}, 3}},
                  31,
                  "7.350615520134335187946759820692e-2"},
                 {{{LaplaceNoise{10}, 1}, {LaplaceNoise{2}, 5}},
                  31,
                  "1.229497615058194713751196917567e-1"},
                 {{{LaplaceNoise{10}, 1}, {LaplaceNoise{Rational(1, 2)}, 15}},
                  41,
                  "3.116144514856857800266272544722e-2"},
                 {{{LaplaceNoise{10}, 1}, {LaplaceNoise{4}, 1}, {LaplaceNoise{2}, 5}},
                  42,
                  "6.045415422154962287614008496405e-2"},
                 {{{LaplaceNoise{10}, 1},
                   {LaplaceNoise{18}, Rational(1, 2)},
                   {LaplaceNoise{1}, 7}},
                  42,
                  "6.285707505319908014589380540243e-2"}};
  for (const auto& v : vectors) {
    const Rational tail = *Rational::parse(v.tail);
    EXPECT_EQ(combined_bound(v.noises, tail * kMore), v.t);
    EXPECT_EQ(combined_bound(v.noises, tail * kLess), v.t + 1);
  }
}

// Equal scales, and a count whose noise is as wide as that of the sum, where the closed
// forms divide 0 by 0.
// A count that has hardly any noise, times much: exponentials beyond all doubles.
TEST(CombinedNoise, ALargeWeightOfLittleNoiseIsNothing) {
  const Rational beta(49, 1000);
  for (const char* weight : {"23437.5", "2031250", "1e12"}) {
    const auto bound = [&](const Rational& of_count) {
      const WeightedNoise noises[] = {{LaplaceNoise{6000}, 1},
                                      {LaplaceNoise{6000}, Rational(3, 64)},
                                      {LaplaceNoise{Rational(3, 1000)}, of_count}};
      return combined_bound(noises, beta);
    };
    EXPECT_EQ(bound(*Rational::parse(weight)), bound(0)) << weight;
    EXPECT_LT(bound(0), 19'000);
  }
}

TEST(CombinedNoise, EqualScalesAreNoSpecialCase) {
  const Rational beta(1, 20);
  const auto bound = [&](const Rational& other, const Rational& weight) {
    const WeightedNoise noises[] = {{LaplaceNoise{1000}, 1},
                                    {LaplaceNoise{1000}, other},
                                    {LaplaceNoise{10}, weight}};
    return static_cast<double>(combined_bound(noises, beta));
  };
  EXPECT_NEAR(bound(1, 100), bound(Rational(999, 1000), Rational(1001, 10)), 5);
  EXPECT_LT(bound(0, 100), bound(1, 100));
  EXPECT_LT(bound(1, 0), bound(1, 30));
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
  const Rational beta(1, 20);
  const WeightedNoise noises[] = {{GaussianNoise{1'000'000}, 1},
                                  {GaussianNoise{16}, 250}};
  EXPECT_NEAR(static_cast<double>(combined_bound(noises, beta)),
              1.959963985 * std::sqrt(2e6), 3);
  // A count that has hardly any noise.
  const WeightedNoise certain[] = {{GaussianNoise{1'000'000}, 1},
                                   {GaussianNoise{Rational(1, 100)}, 1000}};
  EXPECT_NEAR(static_cast<double>(combined_bound(certain, beta)), 1960, 3);
}

}  // namespace
}  // namespace selvage
