#include "selvage/report/panels_svg.hpp"

#include <gtest/gtest.h>

#include "selvage/report/svg_document.hpp"

namespace selvage {
namespace {

PanelPage page() {
  const auto curve = [](std::size_t series, double at) {
    return PanelCurve{series, {{0.1, at, at - 1, at + 1}, {1, 2, 1, 4}, {2, 0, 0, 0}}};
  };
  return {.title = "Errors <&>",
          .across = {"epsilon", AxisScale::logarithmic},
          .up = "percent",
          .series = {{"ours", 0}, {"theirs", 3, true}},
          .panels = {{"one", {curve(0, 40), curve(1, 10)}, {1, 5, 2}},
                     {"two", {curve(0, 4), curve(1, 1)}}},
          .notes = {"a note"}};
}

TEST(PanelsSvg, HasACurveForEverySeriesOfEveryPanel) {
  const std::string svg = panels_svg(page());
  const Document read(svg);
  ASSERT_EQ(read.fault(), "");
  const auto lines = read.in_group("curve", "title");
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].content, "ours");
  EXPECT_EQ(lines[3].content, "theirs");
  EXPECT_NE(svg.find("A note."), std::string::npos);
  EXPECT_NE(svg.find("Errors &lt;&amp;&gt;"), std::string::npos);
  EXPECT_NE(svg.find("one: ours from 40 to 0; theirs from 10 to 0."),
            std::string::npos);
  EXPECT_EQ(panels_svg(page()), svg);
}

// Both charts of a row have the same axis: 4 stands lower in the second than 40 in the
// first, and 2 at the same height.
TEST(PanelsSvg, ChartsOfARowShareTheirAxis) {
  const Document read(panels_svg(page()));
  std::vector<std::vector<double>> heights;
  for (const Element& path : read.in_group("curve", "path")) {
    if (path.attributes.count("class") == 0 || path.attributes.at("class") != "line")
      continue;
    std::vector<double>& of_line = heights.emplace_back();
    const std::string& d = path.attributes.at("d");
    for (std::size_t at = d.find(' '); at != std::string::npos;
         at = d.find(' ', at + 1))
      of_line.push_back(std::stod(d.substr(at + 1)));
  }
  ASSERT_EQ(heights.size(), 4U);
  EXPECT_LT(heights[0][0], heights[2][0]);
  EXPECT_EQ(heights[0][1], heights[2][1]);
  EXPECT_EQ(heights[0][2], heights[3][2]);
}

TEST(PanelsSvg, OnlyAskedChartsHaveASmallHistogram) {
  const std::string svg = panels_svg(page());
  const auto first = svg.find("class=\"inset\"");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(svg.find("class=\"inset\"", first + 1), std::string::npos);
}

}  // namespace
}  // namespace selvage
