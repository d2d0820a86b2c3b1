#include "selvage/mechanism/quantile/quantile_accuracy.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

const Rational kConfidence(19, 20);

std::int64_t needed(const Rational& at, const Rational& epsilon, const Interval& log) {
  return rows_needed(slope_outside(at, quantile_slopes(at, epsilon, 1)), log,
                     kConfidence);
}

TEST(QuantileAccuracy, RowsNeededAreThoseOfTheVectors) {
  const Interval planning(kPlanningLog), near(14);
  EXPECT_EQ(needed({1, 2}, {1, 2}, planning), 140);
  EXPECT_EQ(needed({1, 2}, 1, planning), 70);
  EXPECT_EQ(needed({3, 4}, 1, planning), 187);
  EXPECT_EQ(needed({9, 10}, 1, planning), 467);
  EXPECT_EQ(needed({99, 100}, 1, planning), 4667);
  EXPECT_EQ(needed({1, 2}, {1, 2}, near), 68);
  EXPECT_EQ(needed({1, 2}, 1, near), 34);
  EXPECT_EQ(needed({3, 4}, 1, near), 91);
  EXPECT_EQ(needed({9, 10}, 1, near), 227);
  EXPECT_EQ(needed({99, 100}, 1, near), 2267);
}

// ln(125 2^61) is that of 62 octaves.
TEST(QuantileAccuracy, RowsThatAreEnoughForEveryTable) {
  const Interval every = log(Rational(125) * Rational::power_of_two(61));
  EXPECT_EQ(needed({1, 2}, 1, every), 101);
  EXPECT_EQ(needed({3, 4}, 1, every), 268);
  EXPECT_EQ(needed({9, 10}, 1, every), 669);
  EXPECT_EQ(needed({99, 100}, 1, every), 6681);
  EXPECT_EQ(needed({1, 2}, 1, certain_log(UniversalPrior(60))), 98);
}

TEST(QuantileAccuracy, RankErrorIsThatOfTheFlatterSide) {
  const Interval every = certain_log(UniversalPrior(60));  // 45.69
  EXPECT_EQ(rank_error({1, 1}, every, kConfidence), 49);
  EXPECT_EQ(rank_error({{1, 2}, 1}, every, kConfidence), 98);
  EXPECT_EQ(rank_error({1, {1, 2}}, every, kConfidence), 98);
  EXPECT_EQ(rank_error({1, 1}, every, {99, 100}), 51);
}

}  // namespace
}  // namespace selvage
