#include "selvage/noise/seeded_source.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/verify/draw.hpp"

namespace selvage {
namespace {

using verify::Draw;

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

// Pearson's statistic on a fixed seed: the outcome never changes. The critical values
// are those of false-alarm rate 1e-9; a scale 1 % off gives a multiple of them.
double chi_square(const std::vector<std::int64_t>& sample, const Draw& law,
                  std::uint64_t cells) {
  std::map<std::int64_t, double> seen;
  for (const std::int64_t z : sample) ++seen[z];
  const auto n = static_cast<double>(sample.size());
  double statistic = 0, rest = n;
  for (std::uint64_t i = 0; i < cells; ++i) {
    const double expected = n * law.weight(i).value().middle();
    const double count = seen[law.value(i)];
    statistic += (count - expected) * (count - expected) / expected;
    rest -= count;
  }
  const double expected_rest = n * law.rest(cells).middle();
  return statistic + (rest - expected_rest) * (rest - expected_rest) / expected_rest;
}

constexpr double kCritical20 = 83.4791;  // 20 degrees of freedom, 1e-9

TEST(SeededSource, DiscreteLaplaceFitsItsLaw) {
  for (const Rational& scale : {Rational(9, 4), Rational(7, 3)}) {
    SeededSource source(11);
    std::vector<std::int64_t> sample(1 << 21);
    source.discrete_laplace(sample, scale);
    EXPECT_LT(chi_square(sample, Draw::laplace(scale), 20), kCritical20);
    EXPECT_GT(chi_square(sample, Draw::laplace(scale * Rational(99, 100)), 20),
              kCritical20);  // the test has the power to see 1 %
  }
}

TEST(SeededSource, DiscreteGaussianFitsItsLaw) {
  SeededSource source(12);
  std::vector<std::int64_t> sample(1 << 18);
  source.discrete_gaussian(sample, Rational(27, 2));
  EXPECT_LT(chi_square(sample, Draw::gaussian(Rational(27, 2)), 20), kCritical20);
  EXPECT_GT(chi_square(sample, Draw::gaussian(Rational(14)), 20), kCritical20);
}

TEST(SeededSource, GeometricFitsItsLaw) {
  SeededSource source(13);
  std::vector<std::int64_t> sample(1 << 20);
  source.geometric(sample, Rational(11, 3));
  EXPECT_LT(chi_square(sample, Draw::geometric(Rational(11, 3)), 20), kCritical20);
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
  EXPECT_LT(statistic, kCritical20);
}

}  // namespace
}  // namespace selvage
