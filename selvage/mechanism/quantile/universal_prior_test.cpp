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

TEST(UniversalPrior, MassesAndPlacesAreSumsOfWeights) {
  for (int exponent = 1; exponent <= 6; ++exponent) {
    const UniversalPrior prior(exponent);
    const std::int64_t most = prior.most();
    for (std::int64_t first = -most; first <= most; ++first) {
      Uint128 sum = 0;
      for (std::int64_t last = first; last <= most; ++last) {
        const Uint128 before = sum;
        sum += prior.weight(last);
        ASSERT_TRUE(prior.mass(first, last) == sum) << first << ' ' << last;
        ASSERT_EQ(prior.at(first, most, before), last);
        ASSERT_EQ(prior.at(first, last, sum - 1), last);
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

}  // namespace
}  // namespace selvage
