#include "selvage/guarantee/extremes.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

DpPromise dp_of(const Derivation& derivation) {
  return std::get<DpPromise>(derivation.conclusion.promise);
}

TEST(AboveThreshold, EpsilonIsTheSumOfBothNoisesForEachRow) {
  const DpPromise promise = dp_of(above_threshold({3, 8}, {5, 7}, 3));
  EXPECT_EQ(promise.epsilon, Rational(183, 56));
  EXPECT_EQ(promise.delta, Rational(0));
}

TEST(ExponentialExtreme, EpsilonIsTwiceTheSlopeForEachRow) {
  const DpPromise promise = dp_of(exponential_extreme({3, 8}, 5));
  EXPECT_EQ(promise.epsilon, Rational(15, 4));
  EXPECT_EQ(promise.delta, Rational(0));
}

TEST(Extremes, AreRecomputedAndALieIsSeen) {
  for (Derivation node :
       {above_threshold({3, 8}, {5, 8}, 1), exponential_extreme({1, 2}, 1)}) {
    EXPECT_TRUE(holds(node));
    EXPECT_EQ(node.conclusion.neighbours, Neighbours::add_remove_person);
    node.conclusion.promise = DpPromise{{1, 2}, 0};
    EXPECT_FALSE(holds(node));
  }
}

TEST(Extremes, RefuseWhatTheTheoremsDoNotSpeakOf) {
  const auto takes = [](const Rational& first, const Rational& second,
                        const Rational& rows) {
    return bool(conclude(
        "above_threshold",
        {{"first", first}, {"second", second}, {"rows_per_person", rows}}, {}));
  };
  EXPECT_TRUE(takes(1, 2, 3));
  EXPECT_FALSE(takes(0, 2, 3));
  EXPECT_FALSE(takes(1, -2, 3));
  EXPECT_FALSE(takes(1, 2, 0));
  EXPECT_FALSE(takes(1, 2, {3, 2}));
  const auto takes_slope = [](const Rational& slope, const Rational& rows) {
    return bool(conclude("exponential_extreme",
                         {{"slope", slope}, {"rows_per_person", rows}}, {}));
  };
  EXPECT_TRUE(takes_slope(1, 2));
  EXPECT_FALSE(takes_slope(0, 2));
  EXPECT_FALSE(takes_slope(1, 0));
  EXPECT_FALSE(takes_slope(1, {1, 2}));
}

}  // namespace
}  // namespace selvage
