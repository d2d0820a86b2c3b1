#include "selvage/report/pivot_text.hpp"

#include <gtest/gtest.h>

#include "selvage/report/example_release.hpp"
#include "selvage/report/text_lines.hpp"

namespace selvage {
namespace {

Release payroll() {
  return example_release(
      {example_column("age", "0:50:25"), key_column("dept", {"sales", "ops"})},
      {1, 2, 3,      4, /**/ 1234, 30, -2,     5, /**/ 40, 88,
       0, 1, /**/ 0, 1, 2,         3,  /**/ 9, 9, 9,       1009},
      7);
}

TEST(PivotText, LastColumnIsAcrossAndTotalsAreAtTheMargins) {
  const auto shown = lines(pivot_text(example_totals(payroll()), {}));
  EXPECT_EQ(shown[0], "Histogram of age and dept in payroll.csv");
  EXPECT_EQ(shown[2], "              dept");
  EXPECT_EQ(shown[3], "age           sales  ops  other  missing  total");
  EXPECT_EQ(shown[4], "below 0           1    2      3        4     10");
  EXPECT_EQ(shown[5], "[0,25)        1,234   30     -2        5  1,267");
  EXPECT_EQ(shown[8], "missing           9    9      9    1,009  1,036");
  EXPECT_EQ(shown[9], "total         1,284  130     12    1,022  2,448");
  EXPECT_EQ(shown[10], "");
}

TEST(PivotText, SaysTheErrorOfACellAndOfTheTotals) {
  const std::string text = pivot_text(example_totals(payroll()), {.width = 200});
  EXPECT_TRUE(holds(text,
                    "\nerror     the interval around each number holds the true "
                    "count with probability 0.95: noise at most ±7 rows"));
  EXPECT_TRUE(holds(text,
                    "\n          totals carry more noise: ±28 on a row, ±35 on a "
                    "column, 2,448 ±140 in all\n"));
  EXPECT_FALSE(holds(pivot_text(payroll(), {}), "total"));
}

TEST(PivotText, CellsThatAreNotToldAreBelowTheLimit) {
  const std::string text = pivot_text(example_hidden(payroll(), 20), {});
  const auto shown = lines(text);
  EXPECT_EQ(shown[3], "age      sales  ops  missing");
  EXPECT_EQ(shown[4], "[0,25)   1,234   30      <20");
  EXPECT_EQ(shown[5], "[25,50)     40   88      <20");
  EXPECT_EQ(shown[6], "missing    <20  <20    1,009");
  EXPECT_EQ(shown[7], "");
  EXPECT_TRUE(holds(text, "rows and columns without any number are left out"));
  EXPECT_TRUE(holds(text, "\nhidden    15 cells hold fewer than 20"));
}

TEST(PivotText, IntervalsThatDifferStandAtTheirNumbers) {
  const std::string text = pivot_text(
      example_means({key_column("a", {}), key_column("b", {})},
                    {{100, 90, 110}, {250, 200, 260}, {1, 0, 2}, {-5, -9, -1}}),
      {});
  EXPECT_EQ(row(text, "other"), "other    1.00 ±0.10  2.50 [2.00, 2.60]");
  EXPECT_EQ(row(text, "missing"), "missing  0.01 ±0.01        -0.05 ±0.04");
}

TEST(PivotText, WhatDoesNotFitGoesIntoBlocksThatRepeatTheRows) {
  const Release release =
      example_release({key_column("a", {"x"}), example_column("age", "0:18:1")},
                      std::vector<std::int64_t>(3 * 21, 1234), 4);
  const std::string text = pivot_text(release, {});
  EXPECT_EQ(times(text, "\nx "), 3u);
  EXPECT_EQ(times(text, "\na "), 3u);
  EXPECT_EQ(times(text, "1,234"), 63u);
  EXPECT_FALSE(holds(text, "..."));
}

TEST(PivotText, ManyRowsAndColumnsAreLeftOut) {
  const Release release = example_totals(
      example_release({example_column("a", "0:300:1"), example_column("b", "0:300:1")},
                      std::vector<std::int64_t>(303 * 303, 1), 4));
  const auto how = [](const Release&, bool across) -> std::string {
    return across ? "\x1bturn" : "ask";
  };
  const auto shown =
      lines(pivot_text(release, {.most_rows = 10, .speech = {.see_all = how}}));
  EXPECT_TRUE(shown[3].starts_with("a ")) << shown[3];
  EXPECT_EQ(shown[11], "... and 294 more rows (" + printable("\x1b", Script::unicode) +
                           "turn to see all)");
  EXPECT_TRUE(shown[12].starts_with("300 and above ")) << shown[12];
  EXPECT_TRUE(shown[14].starts_with("total ")) << shown[14];
  EXPECT_TRUE(shown[15].starts_with("... and 29")) << shown[15];
  EXPECT_TRUE(shown[15].ends_with("turn to see all)"));
}

TEST(PivotText, ThreeColumnsHaveTwoDownAndOneTotal) {
  const Release release = example_totals(example_release(
      {key_column("a", {"x"}), key_column("b", {"y"}), key_column("c", {"z"})},
      std::vector<std::int64_t>(27, 10), 4));
  const std::string text = pivot_text(release, {});
  const auto shown = lines(text);
  EXPECT_EQ(shown[3], "a        b         z  other  missing");
  EXPECT_EQ(shown[4], "x        y        10     10       10");
  EXPECT_EQ(shown[5], "         other    10     10       10");
  EXPECT_EQ(shown[7], "other    y        10     10       10");
  EXPECT_EQ(shown[13], "total             270 ±108");
  EXPECT_TRUE(holds(text, "the total carries more noise than a cell"));
}

}  // namespace
}  // namespace selvage
