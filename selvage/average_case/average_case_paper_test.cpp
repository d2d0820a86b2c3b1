// Statements of [HRW12] that are false, by numbers: docs/average-case-paper.md.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/base/rational.hpp"

namespace selvage {
namespace {

// Item 2: tau people in each chosen cell, the rest in the last.
TEST(AverageCasePaper, TheLastCornerSumsToOne) {
  const std::int64_t n = 500, tau = 6, chosen = 10;
  const Rational others(chosen * tau, n);
  EXPECT_EQ(others + Rational(n - tau * chosen, n), 1);
  EXPECT_NE(others + Rational((n - chosen) * tau, n), 1);
}

// Item 8: ridge regression through the origin with one feature, and one row whose y
// changes while x does not. h = |x - x'| is 0 and the coefficient moves.
TEST(AverageCasePaper, ASupremumIsNotABound) {
  const auto slope = [](double last_y) {
    double xx = 10, xy = 0;  // lambda n = 10
    for (int i = 0; i < 9; ++i) xx += 1, xy += 1;
    return (xy + last_y) / (xx + 1);
  };
  EXPECT_GT(std::fabs(slope(1) - slope(-1)), 0.09);
}

// Item 15: the first table never says "a", the second does once in a while. One side is
// close for every alpha, the other for none.
TEST(AverageCasePaper, OneSideIsNotTwo) {
  const double first[] = {0, 1}, second[] = {0.1, 0.9};
  double forth = 0, back = 0;
  for (int i = 0; i < 2; ++i) {
    forth += std::max(0.0, first[i] - std::exp(1.0) * second[i]);
    back += std::max(0.0, second[i] - std::exp(1.0) * first[i]);
  }
  EXPECT_EQ(forth, 0);
  EXPECT_EQ(back, 0.1);
}

// Item 16: two orders of the same rows have other distances in pairs, and a row of an
// odd number of them is in no pair.
TEST(AverageCasePaper, PairsDependOnTheOrder) {
  const auto distances = [](const std::vector<int>& rows) {
    std::vector<int> all;
    const std::size_t m = rows.size() / 2;
    for (std::size_t i = 0; i < m; ++i) all.push_back(std::abs(rows[i] - rows[i + m]));
    std::sort(all.begin(), all.end());
    return all;
  };
  EXPECT_EQ(distances({0, 0, 9, 9}), (std::vector{9, 9}));
  EXPECT_EQ(distances({0, 9, 0, 9}), (std::vector{0, 0}));
  EXPECT_EQ(distances({0, 9, 0, 9, 5}).size(), 2U);
}

}  // namespace
}  // namespace selvage
