#include "selvage/average_case/pair_scale.hpp"
#include "selvage/base/number_testing.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(PairScale, AgreesWithTheVectorsOfTheSpecification) {
  const auto scale =
      pair_scale(2000, number("0.05"), Rational(1, 2), number("1e-9"), 64);
  ASSERT_TRUE(scale);  // T20: 4000 people are just enough
  EXPECT_EQ(scale->gap, 100);
  EXPECT_EQ(scale->least, 1900);
  EXPECT_EQ(scale->rank, 2000);
  EXPECT_FALSE(pair_scale(1999, number("0.05"), Rational(1, 2), number("1e-9"), 64));
  EXPECT_EQ(least_people_of_scale(number("0.05"), Rational(1, 2), number("1e-9"), 64),
            4000);
  EXPECT_NEAR(logistic_constant(1, number("0.1")).middle(), 19.30824352764759, 1e-9);
}

// The numbers of pairs within the scales of the list, of distances.
std::vector<std::int64_t> within(const std::vector<std::int64_t>& distances,
                                 const std::vector<std::int64_t>& scales) {
  std::vector<std::int64_t> result;
  for (const std::int64_t scale : scales)
    result.push_back(std::count_if(distances.begin(), distances.end(),
                                   [&](std::int64_t d) { return d <= scale; }));
  return result;
}

// All tables of three distances out of four: the law is one, the best score is not
// negative, one changed distance changes the law by a factor of at most exp(alpha0),
// and a scale with fewer pairs than `rank - gap` is drawn as rarely as eta says.
TEST(PairScale, TheDrawIsPrivateAndRarelyTooSmall) {
  const std::vector<std::int64_t> scales = {1, 2, 4, 8};
  const Rational alpha0 = 1;
  std::vector<std::vector<Interval>> laws;
  std::vector<std::vector<std::int64_t>> tables;
  for (std::int64_t code = 0; code < 64; ++code)
    tables.push_back({scales[static_cast<std::size_t>(code % 4)],
                      scales[static_cast<std::size_t>(code / 4 % 4)],
                      scales[static_cast<std::size_t>(code / 16)]});
  const std::int64_t rank = 3, gap = 2;
  const Rational eta = (Interval(4) * exp(Interval(-1))).upper();
  for (const auto& table : tables) {
    const auto pairs = within(table, scales);
    const auto scores = scale_scores(pairs, rank);
    EXPECT_GE(*std::max_element(scores.begin(), scores.end()), 0);
    laws.push_back(scale_law(scores, alpha0));
    Interval sum = 0, small = 0;
    for (std::size_t i = 0; i < scales.size(); ++i) {
      sum = sum + laws.back()[i];
      if (pairs[i] <= rank - gap) small = small + laws.back()[i];
    }
    EXPECT_NEAR(sum.middle(), 1, 1e-30);
    EXPECT_LE(small.upper(), eta);
  }
  const Rational most = exp(Interval(alpha0)).upper() * Rational(1'000'001, 1'000'000);
  for (std::size_t a = 0; a < tables.size(); ++a)
    for (std::size_t b = 0; b < tables.size(); ++b) {
      int changed = 0;
      for (std::size_t i = 0; i < 3; ++i) changed += tables[a][i] != tables[b][i];
      if (changed != 1) continue;
      for (std::size_t i = 0; i < scales.size(); ++i)
        EXPECT_LE(laws[a][i].upper(), laws[b][i].upper() * most);
    }
}

}  // namespace
}  // namespace selvage
