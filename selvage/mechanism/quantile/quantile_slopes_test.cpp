#include "selvage/mechanism/quantile/quantile_slopes.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(QuantileSlopes, AreThoseOfTheTheorem) {
  EXPECT_EQ(quantile_slopes({1, 2}, 1, 1), (Slopes{1, 1}));
  EXPECT_EQ(quantile_slopes({3, 4}, 1, 1), (Slopes{{7, 12}, {3, 4}}));
  EXPECT_EQ(quantile_slopes({9, 10}, 1, 1), (Slopes{{13, 36}, {3, 4}}));
  EXPECT_EQ(quantile_slopes({9, 10}, 2, 1), (Slopes{{13, 18}, {3, 2}}));
  EXPECT_EQ(quantile_slopes({1, 10}, 2, 3), (Slopes{{1, 2}, {13, 54}}));
  EXPECT_EQ(quantile_slopes({3, 5}, {6, 5}, 2), (Slopes{{1, 2}, {1, 2}}));
}

// Both use up epsilon, and none exceeds it. [T91]
TEST(QuantileSlopes, KeepEpsilonForEveryQuantile) {
  for (std::int64_t b = 2; b <= 40; ++b)
    for (std::int64_t a = 1; a < b; ++a)
      for (const std::int64_t rows : {1, 3}) {
        const Rational at(a, b), epsilon(7, 5);
        const Slopes slopes = quantile_slopes(at, epsilon, rows);
        const Rational larger = std::max(at, Rational(1) - at);
        EXPECT_EQ(larger * (slopes.left + slopes.right) * rows, epsilon);
        EXPECT_LE(std::max(slopes.left, slopes.right) * rows, epsilon);
        EXPECT_GT(std::min(slopes.left, slopes.right).sign(), 0);
        const Slopes mirrored = quantile_slopes(Rational(1) - at, epsilon, rows);
        EXPECT_EQ(mirrored, (Slopes{slopes.right, slopes.left}));
        EXPECT_EQ(slope_outside(at, slopes) * rows,
                  epsilon * std::min(at, Rational(1) - at) /
                      std::min(larger * 2, Rational(4, 3)));
      }
}

}  // namespace
}  // namespace selvage
