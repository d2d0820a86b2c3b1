#include "selvage/average_case/ranks.hpp"
#include "selvage/base/number_testing.hpp"

#include <algorithm>
#include <optional>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(Ranks, AgreeWithTheVectorsOfTheSpecification) {
  EXPECT_EQ(rank_gamma(500, 475), number("0.052"));
  EXPECT_EQ(rank_gamma(500, 500), number("0.002"));
  EXPECT_NEAR(dkw_gamma(500, 475, number("0.0704")).middle(), 0.1276102384761408, 1e-9);
  EXPECT_NEAR(all_pairs_gamma(1000, 474525).to_double(), 0.05389410589410589, 1e-9);
  EXPECT_EQ(pairwise_difference({0, 1, 3, 7, 12}, 8), 9);
  const std::vector<std::int64_t> sorted = {1, 2, 3, 4, 5, 6, 7, 9, 11, 12};
  for (std::int64_t rank = 1; rank <= 10; ++rank)
    EXPECT_EQ(pairwise_difference({12, 3, 0, 7, 1}, rank),
              sorted[static_cast<std::size_t>(rank - 1)]);
}

TEST(Ranks, TheLeastRankIsTheLeast) {
  for (std::int64_t m = 1; m <= 40; ++m)
    for (const char* gamma : {"0.02", "0.05", "1/3", "0.9"}) {
      const auto rank = least_rank(m, number(gamma));
      EXPECT_EQ(rank.has_value(), rank_gamma(m, m) <= number(gamma));
      if (!rank) continue;
      EXPECT_LE(rank_gamma(m, *rank), number(gamma));
      if (*rank > 1) {
        EXPECT_GT(rank_gamma(m, *rank - 1), number(gamma));
      }
    }
}

// The rank bound, by enumeration: of all orders of m different values, with ties too,
// the first is the fresh pair and the others are those that it does not touch.
TEST(Ranks, AFreshPairIsFartherNoMoreOftenThanItsRankSays) {
  for (const std::vector<int>& values :
       {std::vector<int>{1, 2, 3, 4, 5, 6}, {1, 1, 2, 2, 2, 3}, {0, 0, 0, 0, 0, 9}}) {
    std::vector<std::size_t> order = {0, 1, 2, 3, 4, 5};
    std::vector<std::int64_t> farther(7, 0);
    std::int64_t all = 0;
    do {
      std::vector<int> others;
      for (std::size_t i = 1; i < 6; ++i) others.push_back(values[order[i]]);
      std::sort(others.begin(), others.end());
      for (std::size_t i = 1; i <= 5; ++i)
        farther[i] += values[order[0]] > others[i - 1];
      ++all;
    } while (std::next_permutation(order.begin(), order.end()));
    for (std::int64_t rank = 2; rank <= 6; ++rank) {  // a scale is V_(rank - 1) or more
      const Rational chance(farther[static_cast<std::size_t>(rank - 1)], all);
      EXPECT_LE(chance, rank_gamma(6, rank));
      if (values[0] != values[1]) {
        EXPECT_EQ(chance, rank_gamma(6, rank));
      }
    }
  }
}

// Item 13 of the audit: a rank of the distances may be 0, and then no noise is added.
// 1 in 100 has the attribute, n = 1000: the 475th of 500 distances is 0 unless 26 or
// more pairs differ, each with chance 0.0198.
TEST(Ranks, AScaleOfNoNoiseAtAllSatisfiesTheDefinition) {
  const Rational differs = Rational(2) * Rational(1, 100) * Rational(99, 100);
  Rational term = 1, sum = 0;  // binomial(500, i)
  for (std::int64_t i = 0; i < 500; ++i) term = term * (Rational(1) - differs);
  for (std::int64_t i = 0; i <= 25; ++i) {
    sum = sum + term;
    term = term * Rational(500 - i, i + 1) * differs / (Rational(1) - differs);
  }
  EXPECT_NEAR(sum.to_double(), 0.9999884514366661, 1e-9);  // T22
}

}  // namespace
}  // namespace selvage
