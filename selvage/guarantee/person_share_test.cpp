#include "selvage/guarantee/person_share.hpp"

#include <algorithm>
#include <functional>

#include <gtest/gtest.h>

namespace selvage {
namespace {

// The largest sum of squares over all ways to spread rows over cells, one by one.
std::int64_t squares(std::int64_t rows, std::int64_t cells, std::int64_t in_cell) {
  if (cells == 0) return 0;
  std::int64_t most = 0;
  for (std::int64_t here = 0; here <= std::min(rows, in_cell); ++here)
    most = std::max(most, here * here + squares(rows - here, cells - 1, in_cell));
  return most;
}

TEST(PersonShare, SquaresAreThoseOfTheWorstSpread) {
  for (std::int64_t rows = 1; rows <= 9; ++rows)
    for (std::int64_t cells = 1; cells <= 6; ++cells)
      for (std::int64_t in_cell = 1; in_cell <= 9; ++in_cell) {
        const PersonShare share{rows, cells, in_cell};
        if (!share.is_possible()) continue;
        EXPECT_EQ(share.most_squares(), Rational(squares(rows, cells, in_cell)))
            << rows << ' ' << cells << ' ' << in_cell;
      }
}

TEST(PersonShare, NoNumberIsLargerThanTheOthersAllow) {
  for (const PersonShare& share :
       {PersonShare{}, PersonShare{3, 2, 3}, PersonShare{3, 3, 1}, PersonShare{4, 2, 2},
        PersonShare{5, 3, 2}})
    EXPECT_TRUE(share.is_possible());
  for (const PersonShare& share :
       {PersonShare{0, 1, 1}, PersonShare{1, 0, 1}, PersonShare{1, 1, 0},
        PersonShare{2, 3, 2}, PersonShare{2, 2, 3}, PersonShare{5, 2, 2}})
    EXPECT_FALSE(share.is_possible());
  EXPECT_TRUE((PersonShare{6, 2, 3}.fills_cells()));
  EXPECT_TRUE((PersonShare{3, 1, 3}.fills_cells()));
  EXPECT_FALSE((PersonShare{5, 2, 3}.fills_cells()));
}

}  // namespace
}  // namespace selvage
