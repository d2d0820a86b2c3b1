#include "selvage/report/line_band.hpp"

#include <gtest/gtest.h>

#include "selvage/report/awkward_releases.hpp"
#include "selvage/report/release_svg.hpp"
#include "selvage/report/svg_document.hpp"
#include "selvage/report/table_text.hpp"
#include "selvage/report/text_lines.hpp"

namespace selvage {
namespace {

// y is 100 (90 to 110) at x = 40, and rises by 2 (1 to 3) a year.
Release line_release(bool known = true) {
  Release release = example_means({}, {});
  release.question.verb = "regression";
  release.question.column = "wage";
  release.answer.cells = {0};
  release.answer.numbers.clear();
  const auto add = [&](const std::string& name, const Estimate& number) {
    Series& series = release.answer.numbers.emplace_back(Series{name});
    series.may_be_unknown = true;
    series.rows = {number};
    series.rows[0].known = known;
  };
  add("intercept", {20, -30, 70});
  add("slope of age", {2, 1, 3});
  add("middle of age", without_interval(40));
  add("spread of age", without_interval(10));
  add("wage there", {100, 90, 110});
  return release;
}

TEST(LineBand, IsWiderAwayFromTheMiddle) {
  const auto band = line_band(line_release());
  ASSERT_TRUE(band);
  EXPECT_EQ(band->x_name, "age");
  EXPECT_DOUBLE_EQ(band->places[0].x, 10);
  EXPECT_DOUBLE_EQ(band->places[2].x, 70);
  EXPECT_DOUBLE_EQ(band->value(40), 100);
  EXPECT_DOUBLE_EQ(band->lower(40), 90);
  EXPECT_DOUBLE_EQ(band->upper(40), 110);
  EXPECT_DOUBLE_EQ(band->lower(55), 90 + 15);
  EXPECT_DOUBLE_EQ(band->upper(55), 110 + 45);
  EXPECT_DOUBLE_EQ(band->lower(25), 90 - 45);
  EXPECT_DOUBLE_EQ(band->upper(25), 110 - 15);
}

TEST(LineBand, IsNoneWithoutAnAnswerOrWithTwoSlopes) {
  EXPECT_FALSE(line_band(line_release(false)));
  Release two = line_release();
  two.answer.numbers.push_back(two.answer.numbers[1]);
  two.answer.numbers.back().name = "slope of tenure";
  EXPECT_FALSE(line_band(two));
  Release other = line_release();
  other.question.verb = "mean";
  EXPECT_FALSE(line_band(other));
}

TEST(LineBand, IsDrawn) {
  const Release release = line_release();
  const Document document(release_svg(release));
  ASSERT_EQ(document.fault(), "");
  const auto line = numbers(document.path("line")),
             band = numbers(document.path("band"));
  ASSERT_EQ(line.size(), 6u);
  ASSERT_EQ(band.size(), 12u);
  // A straight line that rises, and a band around it: y counts downward.
  EXPECT_NEAR(line[3], (line[1] + line[5]) / 2, 0.02);
  EXPECT_GT(line[1], line[5]);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_LT(band[2 * i + 1], line[2 * i + 1]);
    EXPECT_GT(band[11 - 2 * i], line[2 * i + 1]);
    EXPECT_NEAR(band[2 * i], line[2 * i], 0.01);
  }
  EXPECT_TRUE(holds(document.words("ticks"), "age"));
}

TEST(LineBand, IsTyped) {
  for (const bool unicode : {true, false})
    for (const int width : {40, 80}) {
      const std::string text =
          table_text(line_release(), {.width = width, .unicode = unicode});
      expect_tidy(text, width);
      EXPECT_GT(times(text, unicode ? "█" : "#"), 20u) << text;
      EXPECT_GT(times(text, unicode ? "░" : "."), 20u);
    }
  EXPECT_EQ(times(table_text(line_release(false), {}), "█"), 0u);
}

TEST(LineBand, APictureTellsItsNumbersToThoseWhoHearIt) {
  const Document document(release_svg(line_release()));
  EXPECT_TRUE(document.all("desc")[0].content.starts_with(
      "Intercept 20, slope of age 2, middle of age 40, spread of age 10, wage there "
      "100."));
}

}  // namespace
}  // namespace selvage
