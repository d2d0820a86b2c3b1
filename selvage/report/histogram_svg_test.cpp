#include "selvage/report/histogram_svg.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "selvage/report/example_release.hpp"
#include "selvage/report/left_out.hpp"
#include "selvage/report/svg_document.hpp"
#include "selvage/report/text.hpp"

namespace selvage {
namespace {

std::vector<std::int64_t> hill(std::size_t cells, std::int64_t top) {
  std::vector<std::int64_t> counts(cells);
  const auto n = static_cast<std::int64_t>(cells);
  for (std::int64_t i = 0; i < n; ++i)
    counts[static_cast<std::size_t>(i)] =
        top * std::min(i, n - i) / n + i * 37 % 11 - 5;
  return counts;
}

TEST(HistogramSvg, BarsAreProportionalToTheCounts) {
  const std::string svg =
      histogram_svg(example_release("0:40:10", {30, 100, 250, -50, 0, 70, 20}, 10));
  const Document document(svg);
  ASSERT_EQ(document.fault(), "");
  const auto bins = bars(document, "bins"), outside = bars(document, "outside");
  ASSERT_EQ(bins.size(), 4u);
  EXPECT_NEAR(bins[1].height / bins[0].height, 2.5, 0.001);
  EXPECT_NEAR(bins[2].height / bins[0].height, 0.5, 0.001);
  EXPECT_EQ(bins[3].height, 0);
  // Positive bars stand on the line of 0; the negative one hangs from it.
  EXPECT_NEAR(bins[0].y + bins[0].height, bins[1].y + bins[1].height, 0.011);
  EXPECT_NEAR(bins[0].y + bins[0].height, bins[2].y, 0.011);
  ASSERT_EQ(outside.size(), 3u);
  EXPECT_NEAR(outside[1].height / bins[0].height, 0.7, 0.001);
  EXPECT_LT(outside[0].x + outside[0].width, bins[0].x);
  EXPECT_GT(outside[1].x, bins[3].x + bins[3].width);
  EXPECT_GT(outside[2].x, outside[1].x + outside[1].width);
}

TEST(HistogramSvg, WhiskersReachFromTheLowerToTheUpperEnd) {
  const std::string svg =
      histogram_svg(example_release("0:20:10", {0, 100, 200, 0, 0}, 50));
  const Document document(svg);
  const auto bins = bars(document, "bins");
  ASSERT_EQ(bins.size(), 2u);
  // M left top H right, M left bottom H right, M middle top V bottom; for each bar.
  const auto ends = numbers(document.path("whiskers"));
  ASSERT_EQ(ends.size(), 18u);
  const double rows_per_pixel = 100 / bins[0].height;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    EXPECT_NEAR((bins[i].y - ends[9 * i + 1]) * rows_per_pixel, 50, 0.05);
    EXPECT_NEAR((ends[9 * i + 4] - bins[i].y) * rows_per_pixel, 50, 0.05);
    EXPECT_NEAR(ends[9 * i + 6], bins[i].x + bins[i].width / 2, 0.011);
  }
}

TEST(HistogramSvg, NamesCannotBreakTheDocument) {
  Release release = example_release(
      {example_column("</text><script>alert('x')</script>&\x1b[2J\xff\"", "0:10:5")},
      {0, 1, 2, 3, 4}, 7);
  release.question.table = "]]>\x01<!--\xef\xbf\xbf";
  release.verification.detail = "a < b & c";
  release.warnings = {"<&>", "tab\there"};
  const std::string svg = histogram_svg(release);
  const Document document(svg);
  EXPECT_EQ(document.fault(), "");
  EXPECT_TRUE(document.all("script").empty());
  EXPECT_TRUE(document.all("image").empty());
  EXPECT_NE(svg.find("&amp;[2J\uFFFD&quot;"), std::string::npos);
}

TEST(HistogramSvg, IsWellFormedAndBoundedFromOneBinToAHundredThousand) {
  const std::pair<const char*, std::size_t> cases[] = {
      {"0:1:1", 5'000},      {"0:1:1/150", 50'000}, {"0:400:1", 60'000},
      {"0:2000:1", 200'000}, {"0:2001:1", 100'000}, {"0:100000:1", 100'000},
  };
  for (const auto& [bins, most] : cases) {
    const std::size_t cells = NumericBins::parse(bins)->cells();
    const std::string svg = histogram_svg(example_release(bins, hill(cells, 5000), 30));
    const Document document(svg);
    EXPECT_EQ(document.fault(), "") << bins;
    EXPECT_LT(svg.size(), most) << bins;
    EXPECT_EQ(bars(document, "outside").size(), 3u) << bins;
    EXPECT_EQ(svg.find("nan"), std::string::npos) << bins;
    EXPECT_EQ(svg.find("inf"), std::string::npos) << bins;
    const bool says_envelope =
        svg.find("are more than can be drawn") != std::string::npos;
    EXPECT_EQ(says_envelope, cells - 3 > 2000) << bins;
  }
}

TEST(HistogramSvg, StepsFollowEveryCount) {
  const auto counts = hill(1003, 5000);
  const std::string svg = histogram_svg(example_release("0:1000:1", counts, 30));
  const Document document(svg);
  // M left top, then V top H right for each bin; the bars outside give the scale.
  const auto steps = numbers(document.path("counts"));
  ASSERT_EQ(steps.size(), 2u + 4 * 1000);
  const auto missing = bars(document, "outside")[2];
  const double zero = counts[1002] < 0 ? missing.y : missing.y + missing.height;
  const double pixels_per_row =
      (zero - steps[2 + 2 * 499]) / static_cast<double>(counts[500]);
  for (std::size_t i = 0; i < 1000; ++i)
    EXPECT_NEAR(zero - steps[2 + 2 * i],
                pixels_per_row * static_cast<double>(counts[i + 1]), 0.05);
}

// A single high bin among a hundred thousand must be seen: that is what merging loses.
TEST(HistogramSvg, EnvelopeKeepsEveryExtreme) {
  std::vector<std::int64_t> counts(100'003, 0);
  counts[50'001] = 1000;
  const std::string svg = histogram_svg(example_release("0:100000:1", counts, 0));
  const auto path = numbers(Document(svg).path("counts"));
  ASSERT_FALSE(path.empty());
  // 1000 is a tick, so it stands at the top of the plot; 0 at its bottom.
  EXPECT_EQ(std::count(path.begin(), path.end(), 88), 1);
  EXPECT_GT(std::count(path.begin(), path.end(), 424), 1000);
}

TEST(HistogramSvg, DrawsNegativeAndHugeCounts) {
  const std::string below =
      histogram_svg(example_release("0:20:10", {-40, -7, -90, -3, -12}, 2));
  const Document negative(below);
  EXPECT_EQ(negative.fault(), "");
  const auto hanging = bars(negative, "bins");
  ASSERT_EQ(hanging.size(), 2u);
  EXPECT_NEAR(hanging[1].height / hanging[0].height, 90.0 / 7, 0.02);
  const std::int64_t huge = std::int64_t{1} << 61;
  const std::string beyond = histogram_svg(
      example_release("0:20:10", {-huge, huge, huge / 2, 0, 5}, huge / 4));
  const Document large(beyond);
  EXPECT_EQ(large.fault(), "");
  const auto standing = bars(large, "bins");
  ASSERT_EQ(standing.size(), 2u);
  EXPECT_NEAR(standing[0].height / standing[1].height, 2, 0.001);
  EXPECT_NE(beyond.find(">rows, in 10¹⁵<"), std::string::npos);
  EXPECT_NE(beyond.find("2,305,843,009,213,693,952"), std::string::npos);
}

TEST(HistogramSvg, EdgeLabelsClearEachOtherAndTheNamesOutside) {
  const double character = 13 * 0.6;
  for (const char* bins : {"0:1:1", "0:100:10", "0:300000:5000", "-1e8:1e8:1e7",
                           "123456.789:123457.789:0.001", "0:1:1/7"}) {
    const std::size_t cells = NumericBins::parse(bins)->cells();
    const std::string svg = histogram_svg(example_release(bins, hill(cells, 900), 30));
    const Document document(svg);
    ASSERT_EQ(document.in_group("names", "text").size(), 3u);
    std::vector<std::pair<double, std::size_t>> labels;  // middle, places
    for (const char* group : {"edges", "names"})
      for (const Element& text : document.in_group(group, "text"))
        labels.emplace_back(text.number("x"), places(text.content));
    ASSERT_GE(labels.size(), 5u) << bins;
    std::sort(labels.begin(), labels.end());
    double free_from = 0;
    for (const auto& [middle, places] : labels) {
      const double half = character * static_cast<double>(places) / 2;
      EXPECT_GE(middle - half, free_from) << bins;
      free_from = middle + half + 3;
    }
    EXPECT_LE(free_from, 960) << bins;
  }
}

TEST(HistogramSvg, CarriesItsOwnPromiseAndDescription) {
  Release release = example_release("0:20:10", {4, 7, 90, 3, 12}, 6);
  release.warnings = {"no ledger"};
  const std::string svg = histogram_svg(release);
  const Document document(svg);
  EXPECT_EQ(document.all("title")[0].content, "Histogram of age in payroll.csv");
  EXPECT_NE(document.all("desc")[0].content.find("The largest is 90 in [10,20)."),
            std::string::npos);
  const std::string caption = document.words("caption");
  EXPECT_NE(caption.find("noise at most ±6 rows"), std::string::npos);
  EXPECT_NE(caption.find("4/3-differential privacy"), std::string::npos);
  EXPECT_NE(caption.find("exact_law: computed exactly"), std::string::npos);
  EXPECT_NE(caption.find("Warning: no ledger."), std::string::npos);
  EXPECT_EQ(svg, histogram_svg(release));
}

TEST(HistogramSvg, DatesStandAtTheEdges) {
  const std::string svg = histogram_svg(
      example_release({example_column("hired", "2025-01-01:2025-04-01:1month")},
                      {0, 10, 20, 30, 1, 2}, 3));
  const Document document(svg);
  EXPECT_EQ(document.fault(), "");
  EXPECT_EQ(document.words("edges"), "2025-01\n2025-02\n2025-03\n2025-04\n");
  EXPECT_EQ(document.words("names"), "before\nafter\nmissing\n");
  EXPECT_EQ(bars(document, "bins").size(), 3u);
}

TEST(HistogramSvg, AveragesAreDotsOnAnAxisOfTheirOwn) {
  const std::string svg = histogram_svg(
      example_means({example_column("age", "0:20:10")}, {{400'000, 390'000, 420'000},
                                                         {410'000, 400'000, 415'000},
                                                         {430'000, 410'000, 440'000},
                                                         {400'000, 390'000, 410'000},
                                                         {400'000, 390'000, 410'000}}));
  const Document document(svg);
  EXPECT_EQ(document.fault(), "");
  EXPECT_TRUE(bars(document, "bins").empty());
  const auto dots = document.in_group("bins", "circle");
  ASSERT_EQ(dots.size(), 2u);
  EXPECT_GT(dots[0].number("cy"), dots[1].number("cy"));
  EXPECT_NE(svg.find(">mean of salary<"), std::string::npos);
  EXPECT_NE(svg.find(">4,000<"), std::string::npos);
  EXPECT_EQ(svg.find(">0<"), svg.rfind(">0<"));  // the edge, and no tick
  EXPECT_NE(document.words("caption").find("Each dot&apos;s whisker"),
            std::string::npos);
}

TEST(HistogramSvg, WhatIsNotKnownIsNotDrawnAndSetsNoScale) {
  const Estimate nothing{500'000, 0, 1'000'000, false};
  const std::string svg = histogram_svg(example_means(
      {example_column("age", "0:20:10")},
      {nothing, {4100, 4000, 4150}, {4300, 4100, 4400}, nothing, nothing}));
  const Document document(svg);
  EXPECT_EQ(document.fault(), "");
  EXPECT_EQ(document.in_group("bins", "circle").size(), 2u);
  EXPECT_EQ(svg.find("10,000"), std::string::npos);
  const std::string none =
      histogram_svg(example_means({example_column("age", "0:20:10")},
                                  {nothing, nothing, nothing, nothing, nothing}));
  EXPECT_EQ(Document(none).fault(), "");
}

TEST(HistogramSvg, WhatIsNotToldIsNotDrawn) {
  Release release = example_release("0:40:10", {30, 100, 250, 5, 7, 70, 20}, 10);
  const std::string svg = histogram_svg(example_hidden(release, 50));
  const Document document(svg);
  EXPECT_EQ(document.fault(), "");
  EXPECT_EQ(bars(document, "bins").size(), 2u);
  EXPECT_EQ(bars(document, "outside").size(), 1u);
  EXPECT_NE(document.words("caption").find("4 cells hold fewer than 50"),
            std::string::npos);
  // A place that is left out as asked would look like a zero.
  Speech part;
  part.whole = &release;
  EXPECT_EQ(Document(histogram_svg(without_places(release, {"below", "missing"}), part))
                .words("names"),
            "above\n");
  DomainColumn dropped = example_column("age", "0:20:10");
  dropped.drop_missing = true;
  const std::string without =
      histogram_svg(example_release({dropped}, {1, 2, 3, 4}, 1));
  EXPECT_EQ(Document(without).words("names"), "below\nabove\n");
}

}  // namespace
}  // namespace selvage
