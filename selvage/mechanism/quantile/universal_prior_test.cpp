#include "selvage/mechanism/quantile/universal_prior.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(UniversalPrior, HasTheWeightsOfItsFormula) {
  const UniversalPrior prior(8);
  EXPECT_EQ(prior.most(), 255);
  EXPECT_TRUE(prior.total() == 2176);
  const std::int64_t codes[] = {0, 1, 2, 5, 200, -5};
  const int weights[] = {128, 128, 64, 32, 1, 32};
  for (int i = 0; i < 6; ++i)
    EXPECT_TRUE(prior.weight(codes[i]) == static_cast<Uint128>(weights[i])) << i;
  EXPECT_TRUE(prior.mass(10, 20) == 136);
  EXPECT_TRUE(prior.mass(-20, -10) == 136);
}

// The mass of 1..10^12 with E = 96 is 1577392681809022407871372984320; a smaller E
// divides it by a power of two.
TEST(UniversalPrior, MassOfALargeStretchIsExact) {
  const UniversalPrior prior(60);
  const Uint128 vector =
      Uint128{1577392681809022407ULL} * 1'000'000'000'000ULL + Uint128{871372984320ULL};
  EXPECT_TRUE(prior.mass(1, 1'000'000'000'000) << 36 == vector);
  EXPECT_TRUE(prior.total() == Uint128{121} << 59);
}

TEST(UniversalPrior, MassesAreSumsOfWeights) {
  for (int exponent = 1; exponent <= 6; ++exponent) {
    const UniversalPrior prior(exponent);
    const std::int64_t most = prior.most();
    for (std::int64_t first = -most; first <= most; ++first) {
      Uint128 sum = 0;
      for (std::int64_t last = first; last <= most; ++last) {
        sum += prior.weight(last);
        ASSERT_TRUE(prior.mass(first, last) == sum) << first << ' ' << last;
      }
    }
  }
}

TEST(UniversalPrior, EveryOctaveWeighsTheSame) {
  const UniversalPrior prior(60);
  for (int e = 0; e < 60; ++e) {
    const std::int64_t first = std::int64_t{1} << e;
    EXPECT_TRUE(prior.mass(first, first - 1 + first) == Uint128{1} << 59) << e;
    EXPECT_TRUE(prior.mass(1 - first - first, -first) == Uint128{1} << 59) << e;
  }
  EXPECT_TRUE(prior.weight(0) == Uint128{1} << 59);
}

// By the definition, code by code.
Uint128 whole_weight(int exponent, std::int64_t one, std::int64_t code) {
  const UniversalPrior octaves(exponent);
  if (std::abs(code) < one) return octaves.weight(code) * 2;
  return octaves.weight(code) + (code % one == 0 ? octaves.weight(code / one) : 0);
}

TEST(UniversalPrior, WholeNumbersWeighMore) {
  for (int exponent = 2; exponent <= 8; ++exponent)
    for (std::int64_t one = 2; one < std::int64_t{1} << exponent; one += 1 + one / 5) {
      const auto prior = UniversalPrior::whole_numbers(exponent, one);
      const std::int64_t most = prior.most();
      Uint128 sum = 0;
      for (std::int64_t code = -most; code <= most; ++code) {
        ASSERT_TRUE(prior.weight(code) == whole_weight(exponent, one, code)) << code;
        sum += prior.weight(code);
        ASSERT_TRUE(prior.mass(-most, code) == sum) << code;
        ASSERT_TRUE(prior.mass(-code, most) == sum) << code;
      }
    }
}

// One is 8: every octave weighs 256, 0 as much.
TEST(UniversalPrior, WholeNumbersHaveTheWeightsOfTheirFormula) {
  const auto prior = UniversalPrior::whole_numbers(8, 8);
  EXPECT_TRUE(prior.total() == 4352);
  const std::int64_t codes[] = {0, 1, 5, 8, 9, 200};
  const int weights[] = {256, 256, 64, 144, 16, 9};
  for (int i = 0; i < 6; ++i)
    EXPECT_TRUE(prior.weight(codes[i]) == static_cast<Uint128>(weights[i])) << i;
  EXPECT_TRUE(prior.mass(10, 20) == 200);
  EXPECT_TRUE(prior.mass(1, 200) == 1945);
}

TEST(UniversalPrior, FlatIsOneBetweenItsBounds) {
  const auto prior = UniversalPrior::flat(-3, 10);
  EXPECT_EQ(prior.lowest(), -3);
  EXPECT_EQ(prior.most(), 10);
  EXPECT_TRUE(prior.total() == 14 && prior.weight(-3) == 1 && prior.mass(4, 6) == 3);
}

}  // namespace
}  // namespace selvage
