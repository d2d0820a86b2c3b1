#include "selvage/guarantee/block_medians.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(BlockMedians, CostTwiceTheirSlopeForEachCoefficient) {
  const Derivation node = block_medians(3, {2, 7});
  const auto& promise = std::get<DpPromise>(node.conclusion.promise);
  EXPECT_EQ(promise.epsilon, Rational(12, 7));
  EXPECT_EQ(promise.delta, Rational(0));
  EXPECT_EQ(node.conclusion.neighbours, Neighbours::add_remove_person);
  EXPECT_TRUE(holds(node));
}

TEST(BlockMedians, AreRecomputedAndALieIsSeen) {
  Derivation node = block_medians(2, {1, 4});
  node.conclusion.promise = DpPromise{Rational(1, 2), 0};
  EXPECT_FALSE(holds(node));
}

TEST(BlockMedians, RefuseWhatTheTheoremDoesNotSpeakOf) {
  const auto refused = [](const Rational& coefficients, const Rational& slope) {
    return !conclude("block_medians",
                     {{"coefficients", coefficients}, {"slope", slope}}, {});
  };
  EXPECT_FALSE(refused(1, {1, 2}));
  EXPECT_TRUE(refused(0, {1, 2}));
  EXPECT_TRUE(refused({3, 2}, {1, 2}));
  EXPECT_TRUE(refused(2, 0));
  EXPECT_TRUE(refused(2, -1));
}

TEST(BlockThresholds, CostTwiceTheFirstAndOnceTheSecondInEverySearch) {
  const Derivation node = block_thresholds(4, {1, 7}, {2, 5});
  const auto& promise = std::get<DpPromise>(node.conclusion.promise);
  EXPECT_EQ(promise.epsilon, (Rational(2, 7) + Rational(2, 5)) * 4);
  EXPECT_EQ(promise.delta, Rational(0));
  EXPECT_EQ(node.conclusion.neighbours, Neighbours::add_remove_person);
  EXPECT_TRUE(holds(node));
  const auto refused = [](const Rational& searches, const Rational& first,
                          const Rational& second) {
    return !conclude("block_thresholds",
                     {{"searches", searches}, {"first", first}, {"second", second}},
                     {});
  };
  EXPECT_FALSE(refused(1, {1, 2}, {1, 3}));
  EXPECT_TRUE(refused(0, {1, 2}, {1, 3}));
  EXPECT_TRUE(refused({1, 2}, {1, 2}, {1, 3}));
  EXPECT_TRUE(refused(1, 0, {1, 3}));
  EXPECT_TRUE(refused(1, {1, 2}, 0));
}

}  // namespace
}  // namespace selvage
