#include "selvage/report/boxes_svg.hpp"

#include <array>

#include <gtest/gtest.h>

#include "selvage/report/awkward_releases.hpp"
#include "selvage/report/release_svg.hpp"
#include "selvage/report/svg_document.hpp"
#include "selvage/report/text_lines.hpp"

namespace selvage {
namespace {

// A series for each name, a value for each group.
Release quantiles(const std::vector<DomainColumn>& columns,
                  const std::vector<std::string>& names,
                  const std::vector<std::vector<std::int64_t>>& values,
                  bool known = true) {
  Release release = example_means(columns, {});
  release.answer.numbers.clear();
  for (std::size_t i = 0; i < names.size(); ++i) {
    Series& series = release.answer.numbers.emplace_back(Series{names[i]});
    series.may_be_unknown = true;
    for (const std::int64_t value : values[i]) {
      series.rows.push_back(without_interval(value));
      series.rows.back().known = known;
    }
  }
  for (std::size_t cell = 0; cell < values[0].size(); ++cell)
    release.answer.cells.push_back(cell);
  return release;
}

TEST(BoxesSvg, ABoxReachesFromTheFirstToTheLastOfThree) {
  const Release release =
      quantiles({key_column("dept", {"a", "b"})},
                {"IQR", "0.25 quantile", "median", "0.75 quantile", "count"},
                {{200, 300, 0, 0},
                 {100, 200, 0, 0},
                 {150, 300, 0, 0},
                 {300, 500, 400, 400},
                 {7, 8, 9, 9}});
  EXPECT_EQ(quantile_series(release), (std::vector<std::size_t>{1, 2, 3}));
  const Document document(release_svg(release));
  ASSERT_EQ(document.fault(), "");
  const auto boxes = bars(document, "boxes");
  ASSERT_EQ(boxes.size(), 4u);
  const double pixels = boxes[0].width / 200;
  EXPECT_NEAR(boxes[1].width, 300 * pixels, 0.02);
  EXPECT_NEAR(boxes[1].x, boxes[0].x + 100 * pixels, 0.02);
  // The line of the middle one, and no whiskers.
  const auto line = numbers(document.path("lines"));
  ASSERT_EQ(line.size(), 3u);
  EXPECT_NEAR(line[0], boxes[0].x + 50 * pixels, 0.02);
  EXPECT_TRUE(holds(release_svg(release),
                    "a: 0.25 quantile 100, median 150, 0.75 quantile 300"));
}

// They were paid for, and no picture showed them.
TEST(BoxesSvg, IntervalsAreDrawnBelowTheBox) {
  Release release = quantiles({}, {"0.25 quantile", "median", "0.75 quantile"},
                              {{100}, {150}, {300}});
  EXPECT_EQ(Document(boxes_svg(release)).path("whiskers"), "");
  for (Series& series : release.answer.numbers) {
    Estimate& number = series.rows[0];
    number = {number.value, number.value - 20, number.value + 10};
  }
  const std::string svg = boxes_svg(release);
  const Document document(svg);
  ASSERT_EQ(document.fault(), "");
  const auto box = bars(document, "boxes")[0];
  const double pixels = box.width / 200;
  // Two caps and a line each: x, y, height; x, y, height; x, y, width.
  const auto ends = numbers(document.path("whiskers"));
  ASSERT_EQ(ends.size(), 27u);
  for (const std::size_t i : {0, 1, 2}) {
    const double middle = box.x + std::array{0.0, 50.0, 200.0}[i] * pixels;
    EXPECT_NEAR(ends[9 * i], middle - 20 * pixels, 0.02);
    EXPECT_NEAR(ends[9 * i + 3], middle + 10 * pixels, 0.02);
    EXPECT_GT(ends[9 * i + 1], box.y + box.height);
  }
  EXPECT_TRUE(holds(svg, ">150 [130, 160]<"));
}

TEST(BoxesSvg, WithFiveTheOutermostAreWhiskers) {
  const Release release = quantiles(
      {}, {"0.05 quantile", "0.25 quantile", "median", "3/4 quantile", "0.95 quantile"},
      {{-100}, {0}, {50}, {100}, {400}});
  const Document document(boxes_svg(release));
  ASSERT_EQ(document.fault(), "");
  const auto boxes = bars(document, "boxes");
  ASSERT_EQ(boxes.size(), 1u);
  const double pixels = boxes[0].width / 100;
  const auto line = numbers(document.path("lines"));
  ASSERT_EQ(line.size(), 3u + 6u + 6u);
  EXPECT_NEAR(line[3], boxes[0].x, 0.02);                 // from the box
  EXPECT_NEAR(line[5], boxes[0].x - 100 * pixels, 0.02);  // to the first quantile
  EXPECT_NEAR(line[11], boxes[0].x + 400 * pixels, 0.02);
}

TEST(BoxesSvg, WhatIsNotKnownOrAllTheSameIsNoFault) {
  const std::vector<std::string> names = {"0.1 quantile", "median", "0.9 quantile"};
  for (const bool known : {false, true}) {
    const Release release = quantiles({key_column("dept", {"a"})}, names,
                                      {{5, 5, 5}, {5, 5, 5}, {5, 5, 5}}, known);
    const std::string svg = boxes_svg(release);
    const Document document(svg);
    EXPECT_EQ(document.fault(), "");
    EXPECT_EQ(bars(document, "boxes").size(), known ? 3u : 0u);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf\""), std::string::npos);
  }
}

TEST(BoxesSvg, FewerThanThreeQuantilesAreNoBox) {
  EXPECT_TRUE(quantile_series(
                  quantiles({}, {"median", "0.9 quantile", "count"}, {{1}, {2}, {3}}))
                  .empty());
  EXPECT_TRUE(quantile_series(quantiles({}, {"median", "2 quantile", "a quantile"},
                                        {{1}, {2}, {3}}))
                  .empty());
}

}  // namespace
}  // namespace selvage
