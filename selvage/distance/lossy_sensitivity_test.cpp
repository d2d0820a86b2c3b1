#include "selvage/distance/lossy_sensitivity.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

// All rows of a table with places 0 to 4, each as likely as the others.
LineHistogram uniform_row(const std::vector<std::int64_t>& counts) {
  LineHistogram law;
  for (std::size_t place = 0; place < counts.size(); ++place)
    if (counts[place] > 0)
      law.push_back({static_cast<std::int64_t>(place), counts[place]});
  return law;
}

// A uniform row of n rows or more: S_theta is 0 once theta >= 1/(n + 1), and the whole
// line before (the example of T5.8).
TEST(LossySensitivity, OfAUniformRow) {
  using Heights = std::vector<std::int64_t>;
  for (const std::int64_t n : {1, 3, 8}) {
    std::vector<std::pair<Heights, Heights>> neighbours;
    for (std::size_t from = 0; from < 5; ++from)
      for (std::size_t added = 0; added < 5; ++added)
        for (const std::int64_t rows : {n, n + 1}) {
          Heights one(5), other;
          one[from] = rows;
          other = one;
          ++other[added];
          neighbours.emplace_back(one, other);
        }
    const auto sensitivity = lossy_sensitivity(neighbours, uniform_row);
    ASSERT_TRUE(sensitivity) << sensitivity.error().message;
    const Rational share(1, n + 1);
    EXPECT_EQ(sensitivity->at(share), 0);
    EXPECT_EQ(sensitivity->at(share * Rational(999, 1000)), 4);
    EXPECT_EQ(sensitivity->at(0), 4);
    EXPECT_EQ(sensitivity->steps(), (std::vector<LossStep>{{0, share}, {4, 0}}));
    EXPECT_EQ(sensitivity->loss(3), share);
  }
}

// Vectors 34 and 35: two pairs, of which the worse one counts at each loss.
TEST(LossySensitivity, IsThatOfTheWorstPair) {
  const LineHistogram p = {{0, 5}, {3, 3}, {7, 2}, {15, 2}},
                      q = {{1, 4}, {4, 4}, {6, 2}, {12, 2}};
  const LineHistogram far = {{0, 9}, {10, 1}}, near = {{0, 9}, {1, 1}};
  const auto one = LossySensitivity::of({{p, q}});
  ASSERT_TRUE(one);
  for (const auto& [theta, wanted] : {std::pair(Rational(0), 4),
                                      {Rational(1, 12), 3},
                                      {Rational(1, 6), 3},
                                      {Rational(1, 4), 1},
                                      {Rational(11, 12), 1},
                                      {Rational(1), 0}})
    EXPECT_EQ(one->at(theta), wanted);
  const auto both = LossySensitivity::of({{p, q}, {far, near}});
  ASSERT_TRUE(both);
  EXPECT_EQ(both->at(0), 9);
  EXPECT_EQ(both->at({1, 20}), 9);
  EXPECT_EQ(both->at({1, 10}), 3);
  EXPECT_EQ(both->at({1, 4}), 1);
}

TEST(LossySensitivity, RefusesWhatIsNoLaw) {
  EXPECT_FALSE(LossySensitivity::of({}));
  EXPECT_FALSE(LossySensitivity::of({{{{0, 1}}, {}}}));
  EXPECT_FALSE(LossySensitivity::of({{{{0, -1}}, {{0, 1}}}}));
}

}  // namespace
}  // namespace selvage
