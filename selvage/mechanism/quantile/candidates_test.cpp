#include "selvage/mechanism/quantile/candidates.hpp"

#include <gtest/gtest.h>

#include "selvage/mechanism/quantile/quantile_testing.hpp"

namespace selvage {
namespace {

// By the definition, from all rows.
std::int64_t off_of(const Codes& rows, TiedCode v, const QuantileRank& rank) {
  std::int64_t less = 0, equal = 0;
  for (const std::int64_t x : rows) {
    less += x < v;
    equal += x == v;
  }
  const std::int64_t more = static_cast<std::int64_t>(rows.size()) - less - equal;
  const std::int64_t left =
      std::max<std::int64_t>(0, rank.a * more - (rank.b - rank.a) * (less + equal));
  const std::int64_t right =
      std::max<std::int64_t>(0, (rank.b - rank.a) * less - rank.a * (more + equal));
  EXPECT_TRUE(left == 0 || right == 0);
  return right - left;
}

// All tables, all windows of up to three ranks on either side; atoms are cut too.
TEST(Candidates, AreOffAsTheDefinitionSays) {
  const UniversalPrior prior(3);
  for (const QuantileRank rank :
       {QuantileRank{1, 2}, QuantileRank{1, 4}, QuantileRank{9, 10}, QuantileRank{1, 3},
        QuantileRank{2, 3}})
    for (const Codes& rows : small_tables({-7, -1, 0, 2, 3, 7}, 5))
      for (std::int64_t below = 0; below <= 4; ++below)
        for (std::int64_t above = 0; above <= 4; ++above) {
          const RankWindow window = window_of(rows, rank, below, above);
          const Candidates found = candidates(window, rank, prior);
          ASSERT_FALSE(found.cells.empty());
          TiedCode next = found.cells.front().first;
          if (!found.off_below) {
            ASSERT_EQ(next, -7);
          }
          for (const CandidateCell& cell : found.cells) {
            ASSERT_EQ(cell.first, next);
            ASSERT_LE(cell.first, cell.last);
            for (TiedCode v = cell.first; v <= cell.last; ++v)
              ASSERT_TRUE(cell.off == off_of(rows, v, rank));
            next = cell.last + 1;
          }
          if (!found.off_above) {
            ASSERT_EQ(next, 8);
          }
          for (TiedCode v = -7; v < found.cells.front().first; ++v)
            ASSERT_TRUE(off_of(rows, v, rank) <= *found.off_below);
          for (TiedCode v = next; v <= 7; ++v)
            ASSERT_TRUE(off_of(rows, v, rank) >= *found.off_above);
        }
}

TEST(Candidates, NoRowsAreOneCell) {
  const Candidates found = candidates({}, {1, 2}, UniversalPrior(60));
  ASSERT_EQ(found.cells.size(), 1u);
  EXPECT_EQ(found.cells[0].first, 1 - (std::int64_t{1} << 60));
  EXPECT_EQ(found.cells[0].last, (std::int64_t{1} << 60) - 1);
  EXPECT_TRUE(found.cells[0].off == 0 && found.complete());
}

TEST(Candidates, PenaltiesHaveTheSlopeOfTheirSide) {
  const Slopes slopes{{7, 12}, {3, 4}};
  EXPECT_EQ(penalty(-6, {3, 4}, slopes), Rational(7, 8));
  EXPECT_EQ(penalty(6, {3, 4}, slopes), Rational(9, 8));
  EXPECT_EQ(penalty(0, {3, 4}, slopes), Rational(0));
  // Beyond 64 bits: 10^12 rows of a quantile with six digits, squared.
  const Int128 far = Int128{1'000'000'000'000} * 1'000'000'000'000;
  EXPECT_EQ(penalty(-far, {1, 2}, {1, 1}), *Rational::parse("5e23"));
}

}  // namespace
}  // namespace selvage
