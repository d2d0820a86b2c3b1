#include "selvage/random/sampling/seeded_source.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/outcome/chi_square.hpp"

namespace selvage {
namespace {

TEST(SeededSource, ASeedRepeatsAndAnotherDoesNot) {
  const auto draw = [](std::uint64_t seed) {
    SeededSource source(seed);
    std::vector<std::int64_t> out(500);
    source.discrete_laplace(out, Rational(9, 4));
    return out;
  };
  EXPECT_EQ(draw(3), draw(3));
  EXPECT_NE(draw(3), draw(4));
}

// A fixed seed: the outcome never changes. A scale 1 % off is far beyond the critical
// value.
TEST(SeededSource, DiscreteLaplaceFitsItsLaw) {
  for (const Rational& scale : {Rational(9, 4), Rational(7, 3)}) {
    SeededSource source(11);
    std::vector<std::int64_t> sample(1 << 21);
    source.discrete_laplace(sample, scale);
    EXPECT_LT(chi_square(sample, Draw::laplace(scale)), kChiSquareCritical);
    EXPECT_GT(chi_square(sample, Draw::laplace(scale * Rational(99, 100))),
              kChiSquareCritical);  // the test has the power to see 1 %
  }
}

TEST(SeededSource, DiscreteGaussianFitsItsLaw) {
  SeededSource source(12);
  std::vector<std::int64_t> sample(1 << 18);
  source.discrete_gaussian(sample, Rational(27, 2));
  EXPECT_LT(chi_square(sample, Draw::gaussian(Rational(27, 2))), kChiSquareCritical);
  EXPECT_GT(chi_square(sample, Draw::gaussian(Rational(14))), kChiSquareCritical);
}

TEST(SeededSource, GeometricFitsItsLaw) {
  SeededSource source(13);
  std::vector<std::int64_t> sample(1 << 20);
  source.geometric(sample, Rational(11, 3));
  EXPECT_LT(chi_square(sample, Draw::geometric(Rational(11, 3))), kChiSquareCritical);
}

TEST(SeededSource, CoinsAndUniformsFitTheirLaw) {
  SeededSource source(14);
  std::vector<std::uint8_t> coins(1 << 20);
  source.bernoulli_exp(coins, Rational(8, 5));
  double ones = 0;
  for (const auto coin : coins) ones += coin;
  const double p = std::exp(-1.6), n = 1 << 20;
  EXPECT_NEAR(ones, n * p, 6.2 * std::sqrt(n * p * (1 - p)));
  std::vector<std::uint64_t> dice(1 << 18);
  source.uniform_below(dice, 21);
  const std::vector<std::int64_t> sample(dice.begin(), dice.end());
  double statistic = 0;
  for (std::int64_t face = 0; face < 21; ++face) {
    const double expected = (1 << 18) / 21.0;
    const auto count =
        static_cast<double>(std::count(sample.begin(), sample.end(), face));
    statistic += (count - expected) * (count - expected) / expected;
  }
  EXPECT_LT(statistic, kChiSquareCritical);
}

// 7/16, 0, 1/16, 8/16. 6.2 standard deviations: below 1e-9.
TEST(SeededSource, TablesFitTheirWeights) {
  const std::uint64_t unit = std::uint64_t{1} << 60;
  const auto table =
      IntegerTable::make(std::vector<std::uint64_t>{7 * unit, 0, unit, 8 * unit});
  ASSERT_TRUE(table);
  SeededSource source(15);
  std::vector<std::int64_t> sample(1 << 20);
  source.from_table(sample, *table);
  const double n = 1 << 20, p[] = {7 / 16., 0, 1 / 16., 8 / 16.};
  for (std::int64_t j = 0; j < 4; ++j) {
    const auto seen = static_cast<double>(std::count(sample.begin(), sample.end(), j));
    EXPECT_LE(std::abs(seen - n * p[j]), 6.2 * std::sqrt(n * p[j] * (1 - p[j]))) << j;
  }
}

// Parameters that no sampler is proved for end the program before a draw: zero,
// negative, the least and the largest doubles.
TEST(SeededSource, RefusesParametersOutsideOfItsProofs) {
  SeededSource source(16);
  std::vector<std::int64_t> out(4);
  std::vector<std::uint8_t> coins(4);
  for (const Rational& bad :
       {Rational(0), Rational(-1), Rational::power_of_two(-1074),
        Rational::power_of_two(1023), Rational::power_of_two(62) + 1}) {
    EXPECT_DEATH(source.discrete_laplace(out, bad), "") << bad.text();
    EXPECT_DEATH(source.geometric(out, bad), "") << bad.text();
    EXPECT_DEATH(source.discrete_gaussian(out, bad), "") << bad.text();
    const std::vector<Rational> scales = {1, bad, 1, 1};
    EXPECT_DEATH(source.discrete_laplace_each(out, scales), "") << bad.text();
    if (bad.sign() != 0) {
      EXPECT_DEATH(source.bernoulli_exp(coins, bad), "") << bad.text();
    }
  }
}

// All that lies within is drawn: the least and the largest scales, alone and side by
// side.
TEST(SeededSource, TakesScalesOfEverySize) {
  const std::vector<Rational> scales = {Rational::power_of_two(-62),
                                        Rational(1, 3),
                                        5,
                                        Rational::power_of_two(30),
                                        Rational::power_of_two(40),
                                        Rational::power_of_two(62)};
  SeededSource source(17);
  std::vector<double> sums(scales.size());
  constexpr int kDraws = 2000;
  for (int i = 0; i < kDraws; ++i) {
    std::vector<std::int64_t> out(scales.size());
    source.discrete_laplace_each(out, scales);
    for (std::size_t c = 0; c < out.size(); ++c)
      sums[c] += std::abs(static_cast<double>(out[c]));
  }
  EXPECT_EQ(sums[0], 0);
  // E|Z| = 1/sinh(1/scale); the deviation of |Z| is about as large. Six of them. The
  // last scale is capped at 2^62, which leaves 1 - 1/e of the mean.
  const double means[] = {
      0,      1 / std::sinh(3.0),         1 / std::sinh(0.2), 0x1p30,
      0x1p40, 0x1p62 * (1 - std::exp(-1))};
  for (std::size_t c = 1; c < scales.size(); ++c)
    EXPECT_NEAR(sums[c] / kDraws, means[c], 6 * 2.5 * means[c] / std::sqrt(kDraws))
        << scales[c].text();
  for (const Rational& scale : scales) {
    std::vector<std::int64_t> alone(5);
    source.discrete_laplace(alone, scale);
    source.geometric(alone, scale);
    for (const std::int64_t g : alone) EXPECT_GE(g, 0);
  }
}

}  // namespace
}  // namespace selvage
