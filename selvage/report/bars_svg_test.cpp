#include "selvage/report/bars_svg.hpp"

#include <gtest/gtest.h>

#include "selvage/report/awkward_releases.hpp"
#include "selvage/report/svg_document.hpp"
#include "selvage/report/text_lines.hpp"

namespace selvage {
namespace {

TEST(BarsSvg, BarsAreProportionalAndCarryTheirWhisker) {
  const std::string svg = bars_svg(example_release(
      {key_column("dept", {"a", "b", "c"})}, {100, 250, -50, 0, 70}, 10));
  const Document document(svg);
  ASSERT_EQ(document.fault(), "");
  const auto marks = bars(document, "marks");
  ASSERT_EQ(marks.size(), 5u);
  const double pixels = marks[0].width / 100;
  EXPECT_NEAR(marks[1].width, 250 * pixels, 0.02);
  EXPECT_NEAR(marks[2].width, 50 * pixels, 0.02);
  EXPECT_NEAR(marks[0].x, marks[2].x + marks[2].width, 0.02);  // the line of 0
  EXPECT_EQ(marks[3].width, 0);
  // M lower top V bottom, M upper top V bottom, M lower middle H upper; for each bar.
  const auto ends = numbers(document.path("whiskers"));
  ASSERT_EQ(ends.size(), 9 * 5u);
  EXPECT_NEAR(ends[0], marks[0].x + 90 * pixels, 0.02);
  EXPECT_NEAR(ends[3], marks[0].x + 110 * pixels, 0.02);
  EXPECT_NEAR(ends[7], marks[0].y + marks[0].height / 2, 0.02);
  EXPECT_TRUE(holds(svg, ">-50 ±10<"));
  EXPECT_TRUE(holds(svg, "<title>b: 250 (240 to 260)</title>"));
}

TEST(BarsSvg, AveragesAreDots) {
  const std::string svg =
      bars_svg(example_means({key_column("dept", {"a"})},
                             {{5000, 4900, 5100}, {6000, 5500, 6200}, {100, 0, 900}}));
  const Document document(svg);
  ASSERT_EQ(document.fault(), "");
  EXPECT_EQ(document.in_group("marks", "circle").size(), 3u);
  EXPECT_TRUE(bars(document, "marks").empty());
  EXPECT_TRUE(holds(svg, ">50.00 ±1.00<"));
  EXPECT_TRUE(holds(svg, ">60.00 [55.00, 62.00]<"));
}

TEST(BarsSvg, WhatIsNotKnownHasNeitherMarkNorWhiskerNorScale) {
  const Estimate nothing{500'000, 0, 1'000'000, false};
  const std::string svg = bars_svg(example_means(
      {key_column("dept", {"a"})}, {{5000, 4900, 5100}, nothing, {6000, 5500, 6200}}));
  const Document document(svg);
  ASSERT_EQ(document.fault(), "");
  EXPECT_EQ(document.in_group("marks", "circle").size(), 2u);
  EXPECT_EQ(numbers(document.path("whiskers")).size(), 9 * 2u);
  EXPECT_TRUE(holds(svg, ">unknown<"));
  EXPECT_FALSE(holds(svg, "10,000"));
  const std::string none =
      bars_svg(example_means({key_column("dept", {"a"})}, {nothing, nothing, nothing}));
  EXPECT_EQ(Document(none).fault(), "");
  EXPECT_FALSE(holds(none, "largest"));
}

TEST(BarsSvg, SumsAreBarsFromZero) {
  Release release = example_means({key_column("dept", {"a"})},
                                  {{5000, 4900, 5100}, {6000, 5500, 6200}, {1, 0, 9}});
  release.question.verb = release.answer.numbers[0].name = "sum";
  const std::string svg = bars_svg(release);
  EXPECT_EQ(bars(Document(svg), "marks").size(), 3u);
  EXPECT_TRUE(holds(svg, ">sum of salary<"));
}

// A reader missed the second largest of 86 keys, which began with W.
TEST(BarsSvg, OfManyKeysTheLargestAreDrawn) {
  std::vector<std::string> keys;
  std::vector<std::int64_t> counts;
  for (int i = 0; i < 1000; ++i) {
    keys.push_back("key " + std::to_string(i));
    counts.push_back(i * 7919 % 1000);  // each number from 0 to 999 once
  }
  counts.insert(counts.end(), {5, 6});  // other, missing
  const Release release = example_release({key_column("k", keys)}, counts, 7);
  const std::string svg = bars_svg(release);
  EXPECT_EQ(bars(Document(svg), "marks").size(), 59u);
  EXPECT_TRUE(holds(svg, ">and 943 smaller<"));
  for (std::size_t i = 0; i < keys.size(); ++i)
    EXPECT_EQ(holds(svg, ">" + keys[i] + "<"), counts[i] >= 943) << keys[i];
  EXPECT_TRUE(holds(svg, ">missing<"));
  Speech all;
  all.most_rows = 2000;
  EXPECT_EQ(bars(Document(bars_svg(release, all)), "marks").size(), 1002u);
}

TEST(BarsSvg, TickLabelsStandApart) {
  for (const std::int64_t factor : {1, 1000, 1'000'000, 1'000'000'000}) {
    Release release = awkward_release({key_column("k", {std::string(80, 'x')})});
    for (Estimate& number : release.answer.numbers[0].rows) {
      number = {50 * factor, -200 * factor, 400 * factor};
    }
    const std::string svg = bars_svg(release);
    double free_from = 0;
    for (const Element& text : Document(svg).in_group("ticks", "text")) {
      if (text.content.find("rows") == 0) continue;  // the axis's name, a line below
      const double half = 0.32 * 13 * static_cast<double>(places(text.content));
      EXPECT_GE(text.number("x") - half, free_from) << svg;
      free_from = text.number("x") + half + 4;
    }
  }
}

}  // namespace
}  // namespace selvage
