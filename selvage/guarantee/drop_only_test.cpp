#include "selvage/guarantee/drop_only.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

const Rational kMillionth(1, 1'000'000);

TEST(DropOnlyRule, OneRowHasWhatTheTableKeeps) {
  const auto node = drop_only_cells({1, 2}, kMillionth, {}, kMillionth);
  ASSERT_TRUE(node);
  EXPECT_EQ(std::get<DpPromise>(node->conclusion.promise),
            (DpPromise{{1, 2}, kMillionth}));
  EXPECT_TRUE(holds(*node));
  EXPECT_FALSE(drop_only_cells({1, 2}, kMillionth, {}, kMillionth * Rational(99, 100)));
}

// Rows in cells of their own add up; rows in one cell cost more. [T162]
TEST(DropOnlyRule, RowsOfOnePersonAddUp) {
  const auto allowed = [](std::int64_t rows, std::int64_t in_cell, const Rational& by) {
    return bool(drop_only_cells(1, kMillionth, {rows, rows, in_cell}, kMillionth * by));
  };
  EXPECT_TRUE(allowed(4, 1, 4));
  EXPECT_FALSE(allowed(4, 1, {399, 100}));
  EXPECT_TRUE(allowed(2, 2, {3719, 1000}));  // 1 + e
  EXPECT_FALSE(allowed(2, 2, {3718, 1000}));
  EXPECT_TRUE(allowed(5, 2, {8437, 1000}));  // 2 (1 + e) + 1
  EXPECT_FALSE(allowed(5, 2, {8436, 1000}));
}

TEST(DropOnlyRule, IsRecomputedAndALieIsSeen) {
  Derivation node = *drop_only_cells(1, kMillionth, {3, 3, 1}, kMillionth * 3);
  EXPECT_EQ(std::get<DpPromise>(node.conclusion.promise).epsilon, Rational(3));
  node.conclusion.promise = DpPromise{1, kMillionth * 3};
  EXPECT_FALSE(holds(node));
}

TEST(DropOnlyRule, RefusesWhatTheTheoremDoesNotSpeakOf) {
  EXPECT_FALSE(drop_only_cells(0, kMillionth, {}, kMillionth));
  EXPECT_FALSE(drop_only_cells(1, 0, {}, kMillionth));
  EXPECT_FALSE(drop_only_cells(1, kMillionth, {2, 2, 3}, {1, 2}));
  EXPECT_FALSE(drop_only_cells(1, kMillionth, {}, 1));
}

}  // namespace
}  // namespace selvage
