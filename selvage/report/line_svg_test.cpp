#include "selvage/report/line_svg.hpp"

#include <gtest/gtest.h>

#include "selvage/report/awkward_releases.hpp"
#include "selvage/report/release_svg.hpp"
#include "selvage/report/release_text.hpp"
#include "selvage/report/svg_document.hpp"

namespace selvage {
namespace {

// The line x = 50 in a box of 100 by 10, with a margin of 20 on either side.
Release divided() {
  Release release = example_means({}, {{1, 1, 1}});
  release.answer.line = DividingLine{{"age <&>", 0, 100},
                                     {"pay", 0, 10},
                                     "no",
                                     "yes",
                                     {{30, 5, false}, {70, 2, true}, {70, 8, true}},
                                     Rational(1, 10),
                                     0,
                                     -5,
                                     2};
  return release;
}

TEST(LineSvg, TheLineTheMarginAndWhatItTouches) {
  const Document document(release_svg(divided()));
  ASSERT_EQ(document.fault(), "");
  const auto line = numbers(document.path("line")),
             margin = numbers(document.path("margin"));
  ASSERT_EQ(line.size(), 4u);
  ASSERT_EQ(margin.size(), 8u);
  EXPECT_EQ(line[0], line[2]);  // upright
  EXPECT_NEAR(line[0] - margin[0], margin[4] - line[0], 0.02);
  const auto points = document.in_group("touched", "circle");
  ASSERT_EQ(points.size(), 3u);
  EXPECT_NEAR(points[0].number("cx"), margin[0], 0.02);
  EXPECT_NEAR(points[1].number("cx"), margin[4], 0.02);
  EXPECT_GT(points[1].number("cy"), points[2].number("cy"));
  EXPECT_EQ(document.words("sides"), "no\nyes\n");
}

TEST(LineText, SidesLineAndPointsAsCharacters) {
  const std::string text = release_text(divided(), {}, false);
  EXPECT_NE(text.find("A"), std::string::npos);
  EXPECT_NE(text.find(".    "), std::string::npos);
  EXPECT_NE(text.find("    :"), std::string::npos);
  EXPECT_NE(text.find("*"), std::string::npos);
  Release without = divided();
  without.answer.line.reset();
  EXPECT_EQ(release_text(without, {}, false).find("upwards"), std::string::npos);
}

}  // namespace
}  // namespace selvage
