#include "selvage/experiment/shapes_report.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

ShapeResult result_with(const char* profile, double cells, double people) {
  return {.profile = profile,
          .largest = 1,
          .smallest = Rational(1, 10),
          .warped = {.absolute = 2, .relative = 0.5, .usable = 0.25, .total = 9},
          .with_largest = {.absolute = 1, .relative = 0.1, .usable = 0.75, .total = 3},
          .with_smallest = Quality{10, 5, 0, 30},
          .cells_as_plain = cells,
          .people_as_plain = people};
}

TEST(ShapesReport, VerdictFollowsTheNumbers) {
  const std::string total =
      " The total suffers too: added up from the cells it is off "
      "by 9 to 9, under plain noise by 3.";
  EXPECT_EQ(shape_verdict({result_with("a", 1, 1)}),
            "Nothing is lost with `a`: the cells are as exact as under plain noise of "
            "the largest epsilon." +
                total);
  EXPECT_EQ(
      shape_verdict({result_with("a", 0.1, 0.8), result_with("b", 0.2, 0.9)}),
      "A part stays as exact as under plain noise of the largest epsilon with "
      "`a` (10 % of the cells with 80 % of the people; 25 % usable, 75 % under "
      "plain noise), `b` (20 % of the cells with 90 % of the people; 25 % usable, "
      "75 % under plain noise); the small cells pay for it." +
          total);
  EXPECT_EQ(shape_verdict({result_with("a", 0.1, 0.4)}),
            "Profiles stop being useful here: `a` (25 % of the cells usable, 75 % "
            "under plain noise); most people are in cells that the profile hides, so "
            "make the cells larger or the limit smaller." +
                total);
  auto good_total = result_with("a", 1, 1);
  good_total.warped.total = 4;
  EXPECT_EQ(shape_verdict({good_total}).find("total"), std::string::npos);
  auto one_epsilon = result_with("1", 1, 1);
  one_epsilon.smallest = 1;
  EXPECT_EQ(shape_verdict({one_epsilon}), "");
}

TEST(ShapesReport, TextHasEveryNoiseOnce) {
  auto one_epsilon = result_with("1", 1, 1);
  one_epsilon.smallest = 1;
  auto hiding = result_with("20:0,1", 0.1, 0.8);
  hiding.smallest = 0;
  hiding.with_smallest = std::nullopt;
  const std::vector<MeasuredShape> shapes = {
      {{"tiny", "2 cells", {1000, 234}},
       {one_epsilon, result_with("20:0.1,1", 0.1, 0.8), hiding}}};
  EXPECT_EQ(shapes_csv(shapes),
            "shape,profile,noise,mean_absolute_error,mean_relative_error,usable_share,"
            "total_error\n"
            "tiny,1,W,2,0.5,0.25,9\n"
            "tiny,1,\"plain noise, epsilon 1\",1,0.1,0.75,3\n"
            "tiny,\"20:0.1,1\",W,2,0.5,0.25,9\n"
            "tiny,\"20:0.1,1\",\"plain noise, epsilon 1\",1,0.1,0.75,3\n"
            "tiny,\"20:0.1,1\",\"plain noise, epsilon 0.1\",10,5,0,30\n"
            "tiny,\"20:0,1\",W,2,0.5,0.25,9\n"
            "tiny,\"20:0,1\",\"plain noise, epsilon 1\",1,0.1,0.75,3\n");
  const std::string text = shapes_markdown(shapes);
  EXPECT_NE(text.find("## tiny\n\n2 cells; 1,234 people.\n"), std::string::npos);
  EXPECT_NE(text.find("| `20:0.1,1` | plain noise, epsilon 0.1 | 10.00    | 500.0 %  | "
                      "0 %    | 30.0  |\n"),
            std::string::npos)
      << text;
}

TEST(ShapesReport, TheThreeShapesHaveThreeVerdicts) {
  const auto shapes = measured_shapes();
  ASSERT_TRUE(shapes);
  ASSERT_EQ(shapes->size(), 3u);
  EXPECT_TRUE(shape_verdict((*shapes)[0].results).starts_with("Nothing is lost"));
  EXPECT_TRUE(shape_verdict((*shapes)[1].results).starts_with("Profiles stop"));
  EXPECT_TRUE(shape_verdict((*shapes)[2].results).starts_with("A part stays"));
}

}  // namespace
}  // namespace selvage
