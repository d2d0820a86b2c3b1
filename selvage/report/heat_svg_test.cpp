#include "selvage/report/heat_svg.hpp"

#include <gtest/gtest.h>

#include "selvage/report/awkward_releases.hpp"
#include "selvage/report/svg_document.hpp"
#include "selvage/report/text_lines.hpp"

namespace selvage {
namespace {

// 0 is the palest, 255 would be white.
int paleness(const std::string& colour) {
  return std::stoi(colour.substr(1, 2), nullptr, 16);
}

TEST(HeatSvg, LargerNumbersAreDarkerAndWritten) {
  const std::string svg =
      heat_svg(example_release({key_column("a", {"x"}), key_column("b", {"p"})},
                               {100, 50, 0, /**/ -9, 25, 75, /**/ 1, 2, 3}, 10));
  const Document document(svg);
  ASSERT_EQ(document.fault(), "");
  const auto cells = document.in_group("cells", "rect");
  ASSERT_EQ(cells.size(), 9u);
  const auto at = [&](std::size_t i) {
    return paleness(cells[i].attributes.at("fill"));
  };
  EXPECT_LT(at(0), at(5));
  EXPECT_LT(at(5), at(1));
  EXPECT_LT(at(1), at(4));
  EXPECT_EQ(at(2), at(3));  // a negative count is noise
  EXPECT_EQ(document.words("cells"), "100\n50\n0\n-9\n25\n75\n1\n2\n3\n");
  EXPECT_EQ(document.words("headings"), "p\nother\nmissing\n");
  EXPECT_EQ(document.words("rows"), "x\nother\nmissing\n");
  EXPECT_TRUE(document.words("legend").starts_with("0\n100\nrows\n"));
  EXPECT_TRUE(holds(svg, "<title>x / p: 100 (90 to 110)</title>"));
}

TEST(HeatSvg, NumbersBelowZeroHaveASecondColour) {
  std::vector<Estimate> means;
  for (const std::int64_t value : {-500, 500, 0, 100})
    means.push_back({value, value - 10, value + 20});
  const std::string svg =
      heat_svg(example_means({key_column("a", {}), key_column("b", {})}, means));
  const Document document(svg);
  const auto cells = document.in_group("cells", "rect");
  ASSERT_EQ(cells.size(), 4u);
  EXPECT_NE(cells[0].attributes.at("fill"), cells[1].attributes.at("fill"));
  EXPECT_EQ(cells[2].attributes.at("fill"), "#f7fafc");
  EXPECT_TRUE(document.words("legend").starts_with("-5.00\n5.00\nmean of salary\n"))
      << document.words("legend");
}

TEST(HeatSvg, WhatIsNotKnownIsGreyAndSetsNoScale) {
  const Estimate nothing{500'000, 0, 1'000'000, false};
  const std::string svg =
      heat_svg(example_means({key_column("a", {}), key_column("b", {})},
                             {{100, 90, 110}, nothing, {200, 190, 210}, nothing}));
  const Document document(svg);
  ASSERT_EQ(document.fault(), "");
  EXPECT_EQ(document.words("cells"), "1.00\nunknown\n2.00\nunknown\n");
  EXPECT_EQ(document.in_group("cells", "rect")[1].attributes.at("fill"), "#eeeeee");
  EXPECT_TRUE(document.words("legend").starts_with("1.00\n2.00\n"));
}

TEST(HeatSvg, WhatIsNotToldIsGrey) {
  const std::string svg = heat_svg(example_hidden(
      example_release({key_column("a", {}), key_column("b", {})}, {50, 3, 2, 60}, 4),
      20));
  const Document document(svg);
  EXPECT_EQ(document.words("cells"), "50\n&lt;20\n&lt;20\n60\n");
  EXPECT_EQ(document.in_group("cells", "rect")[1].attributes.at("fill"), "#eeeeee");
}

TEST(HeatSvg, ManyRowsAndColumnsAreLeftOutAndNothingLeavesThePicture) {
  const std::string svg = heat_svg(awkward_release(
      {example_column("a", "0:300:1"), example_column("b", "0:300:1")}));
  const Document document(svg);
  ASSERT_EQ(document.fault(), "");
  EXPECT_TRUE(holds(svg, ">and 244 more<"));
  EXPECT_TRUE(holds(document.words("legend"), " more columns"));
  const double height = document.all("svg")[0].number("height");
  for (const Bar& bar : bars(document, "cells")) {
    EXPECT_GE(bar.x, 0);
    EXPECT_LE(bar.x + bar.width, 960 - 24);
    EXPECT_LE(bar.y + bar.height, height);
  }
}

}  // namespace
}  // namespace selvage
