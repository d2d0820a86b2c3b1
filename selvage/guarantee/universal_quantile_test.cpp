#include "selvage/guarantee/universal_quantile.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

Rational epsilon_of(const Derivation& derivation) {
  return std::get<DpPromise>(derivation.conclusion.promise).epsilon;
}

TEST(UniversalQuantile, EpsilonIsTheLongestRangeOfChanges) {
  EXPECT_EQ(epsilon_of(universal_quantile({1, 2}, 1, 1, 1)), Rational(1));
  EXPECT_EQ(epsilon_of(universal_quantile({9, 10}, {13, 36}, {3, 4}, 1)), Rational(1));
  EXPECT_EQ(epsilon_of(universal_quantile({1, 10}, {3, 4}, {13, 36}, 3)), Rational(3));
  EXPECT_EQ(epsilon_of(universal_quantile({1, 2}, {1, 9}, 5, 2)), Rational(10));
  EXPECT_EQ(epsilon_of(universal_quantile({1, 2}, 5, {1, 9}, 2)), Rational(10));
  EXPECT_EQ(epsilon_of(universal_quantile({3, 4}, 1, 1, 1)), Rational(3, 2));
}

TEST(UniversalQuantile, IsRecomputedAndALieIsSeen) {
  Derivation node = universal_quantile({3, 4}, {7, 12}, {3, 4}, 2);
  EXPECT_TRUE(holds(node));
  node.conclusion.promise = DpPromise{1, 0};
  EXPECT_FALSE(holds(node));
}

TEST(UniversalQuantile, RefusesWhatTheTheoremDoesNotSpeakOf) {
  const auto refused = [](const Rational& at, const Rational& left,
                          const Rational& right, const Rational& rows) {
    return !conclude(
        "universal_quantile",
        {{"at", at}, {"left", left}, {"right", right}, {"rows_per_person", rows}}, {});
  };
  EXPECT_FALSE(refused({1, 2}, 1, 1, 1));
  EXPECT_TRUE(refused(0, 1, 1, 1));
  EXPECT_TRUE(refused(1, 1, 1, 1));
  EXPECT_TRUE(refused({1, 2}, 0, 1, 1));
  EXPECT_TRUE(refused({1, 2}, 1, -1, 1));
  EXPECT_TRUE(refused({1, 2}, 1, 1, 0));
  EXPECT_TRUE(refused({1, 2}, 1, 1, {3, 2}));
}

TEST(SplitQuantiles, LevelsAndRowsAddUp) {
  EXPECT_EQ(epsilon_of(split_quantiles(2, {1, 3}, 1)), Rational(2, 3));
  EXPECT_EQ(epsilon_of(split_quantiles(4, {1, 8}, 3)), Rational(3, 2));
  Derivation node = split_quantiles(2, {1, 3}, 2);
  EXPECT_TRUE(holds(node));
  node.conclusion.promise = DpPromise{{2, 3}, 0};
  EXPECT_FALSE(holds(node));
}

TEST(SplitQuantiles, RefusesWhatTheTheoremDoesNotSpeakOf) {
  const auto refused = [](const Rational& levels, const Rational& epsilon,
                          const Rational& rows) {
    return !conclude(
        "split_quantiles",
        {{"levels", levels}, {"epsilon", epsilon}, {"rows_per_person", rows}}, {});
  };
  EXPECT_FALSE(refused(1, 1, 1));
  EXPECT_TRUE(refused(0, 1, 1));
  EXPECT_TRUE(refused({3, 2}, 1, 1));
  EXPECT_TRUE(refused(1, 0, 1));
  EXPECT_TRUE(refused(1, 1, 0));
  EXPECT_TRUE(refused(1, 1, {1, 2}));
}

TEST(RankThresholds, SearchesAndRowsAddUp) {
  EXPECT_EQ(epsilon_of(rank_thresholds({1, 3}, {1, 5}, 1, 1)), Rational(8, 15));
  EXPECT_EQ(epsilon_of(rank_thresholds({1, 3}, {1, 5}, 6, 2)), Rational(32, 5));
  Derivation node = rank_thresholds({1, 3}, {1, 5}, 2, 1);
  EXPECT_TRUE(holds(node));
  node.conclusion.promise = DpPromise{{8, 15}, 0};
  EXPECT_FALSE(holds(node));
}

TEST(RankThresholds, RefusesWhatTheTheoremDoesNotSpeakOf) {
  const auto refused = [](const Rational& first, const Rational& second,
                          const Rational& searches, const Rational& rows) {
    return !conclude("rank_thresholds",
                     {{"first", first},
                      {"second", second},
                      {"searches", searches},
                      {"rows_per_person", rows}},
                     {});
  };
  EXPECT_FALSE(refused(1, 1, 1, 1));
  EXPECT_TRUE(refused(0, 1, 1, 1));
  EXPECT_TRUE(refused(1, 0, 1, 1));
  EXPECT_TRUE(refused(1, 1, 0, 1));
  EXPECT_TRUE(refused(1, 1, {3, 2}, 1));
  EXPECT_TRUE(refused(1, 1, 1, 0));
  EXPECT_TRUE(refused(1, 1, 1, {1, 2}));
}

}  // namespace
}  // namespace selvage
