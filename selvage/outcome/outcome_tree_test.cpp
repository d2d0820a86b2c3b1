#include "selvage/outcome/outcome_tree.hpp"

#include <cmath>
#include <utility>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(OutcomeTree, WalksEveryValueOfFiniteDraws) {
  const auto law = law_of<TreeSource>({}, [](RandomSource& random) {
    std::uint64_t dice[2];
    random.uniform_below(dice, 6);
    return dice[0] + dice[1] + 2;
  });
  EXPECT_EQ(law.mass.size(), 11u);
  EXPECT_EQ(law.unresolved.upper(), Rational(0));
  EXPECT_LE(law.lower(7).lower(), Rational(1, 6));
  EXPECT_GE(law.lower(7).upper(), Rational(1, 6));
  EXPECT_LT(law.lower(7).upper() - law.lower(7).lower(), Rational(1, 1000000000));
}

TEST(OutcomeTree, FollowsBranchesThatDependOnDraws) {
  const auto law = law_of<TreeSource>({}, [](RandomSource& random) {
    std::uint8_t coin[1];
    random.bernoulli_exp(coin, Rational(1, 2));
    if (coin[0] == 0) return std::int64_t{-1};
    std::uint64_t x[1];
    random.uniform_below(x, 3);
    return static_cast<std::int64_t>(x[0]);
  });
  // exp(-1/2)/3 = 0.2021768865708778...
  EXPECT_NEAR(law.lower(2).middle(), 0.2021768865708778, 1e-15);
  EXPECT_NEAR(law.lower(-1).middle(), 0.3934693402873666, 1e-15);
}

TEST(OutcomeTree, WhatItCutsOffIsCounted) {
  for (const double cut : {1e-3, 1e-6, 1e-12}) {
    const auto law = law_of<TreeSource>({.cut = cut}, [](RandomSource& random) {
      std::int64_t z[2];
      random.discrete_laplace(z, Rational(3, 2));
      return std::pair(z[0], z[1]);
    });
    Interval total = law.unresolved;
    for (const auto& [outcome, mass] : law.mass) total = total + mass.value();
    EXPECT_LE(total.lower(), Rational(1));
    EXPECT_GE(total.upper(), Rational(1));
    EXPECT_LT(law.unresolved.middle(), 300 * cut);
  }
}

TEST(OutcomeTree, ALoopWithoutEndIsCutNotWalkedForever) {
  const auto law = law_of<TreeDraws>({.cut = 1e-9}, [](TreeDraws& draws) {
    int heads = 0;
    while (draws.coin(1, 2)) ++heads;
    return heads;
  });
  EXPECT_EQ(law.lower(3).upper(), Rational(1, 16));
  EXPECT_LT(law.unresolved.upper(), Rational(1, 100000000));
  EXPECT_GT(law.unresolved.lower(), Rational(0));
}

TEST(OutcomeTree, ALimitOnPathsLeavesTheRestUnresolved) {
  const auto law = law_of<TreeSource>({.cut = 0, .paths = 5}, [](RandomSource& random) {
    std::int64_t z[1];
    random.geometric(z, 3);
    return z[0];
  });
  EXPECT_EQ(law.mass.size(), 5u);
  EXPECT_NEAR(law.unresolved.middle(), std::exp(-5.0 / 3), 1e-15);
}

}  // namespace
}  // namespace selvage
