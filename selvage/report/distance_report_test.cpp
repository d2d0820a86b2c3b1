#include "selvage/report/distance_report.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace selvage {
namespace {

DistanceReport example() {
  const auto pair = *LineTransport::make({{0, 5}, {3, 3}, {7, 2}, {15, 2}},
                                         {{1, 4}, {4, 4}, {6, 2}, {12, 2}});
  return {.from = {"a.csv", 12, 4},
          .to = {"b.csv", 12, 4},
          .ground = "numbers",
          .theta = {1, 12},
          .profile = pair.profile(),
          .average = *pair.average()};
}

TEST(DistanceReport, TheTableHasTheAskedLossAmongTheUsualOnes) {
  EXPECT_EQ(distance_text(example(), 80),
            R"(Distance of a.csv and b.csv

farthest 3: 0.9167 of the people match within it
mean 1.25: how far they are apart on average, at best

  loss  farthest    mean
     0         4  1.5833
 0.001         4  1.5793
  0.01         4  1.5433
  0.05         4  1.3833
0.0833         3    1.25
   0.1         3     1.2
   0.2         3     0.9
   0.5         1     0.5

12 people in a.csv and 12 in b.csv, compared as shares.
)");
}

TEST(DistanceReport, JsonAndCsvAreExact) {
  const auto json = distance_json(example());
  EXPECT_EQ(json["theta"], "1/12");
  EXPECT_EQ(json["farthest"], "3");
  EXPECT_EQ(json["mean"], "1.25");
  EXPECT_EQ(json["profile"].dump(),
            R"([{"distance":"0","loss":"1"},{"distance":"1","loss":"0.25"},)"
            R"({"distance":"3","loss":"1/12"},{"distance":"4","loss":"0"}])");
  EXPECT_EQ(distance_csv(example()), "distance,loss\n0,1\n1,0.25\n3,1/12\n4,0\n");
}

TEST(DistanceReport, TheChartGoesDownInSteps) {
  const CurveChart chart = distance_chart(example());
  ASSERT_EQ(chart.curves.size(), 2U);
  std::vector<std::pair<double, double>> points;
  for (const CurvePoint& point : chart.curves[0].points)
    points.emplace_back(point.x, point.y);
  EXPECT_EQ(points, (std::vector<std::pair<double, double>>{{0, 4},
                                                            {1.0 / 12, 4},
                                                            {1.0 / 12, 3},
                                                            {0.25, 3},
                                                            {0.25, 1},
                                                            {1, 1},
                                                            {1, 0},
                                                            {1, 0}}));
  EXPECT_EQ(chart.curves[1].points.front().y, 19.0 / 12);
}

TEST(DistanceReport, AMeanThatIsNotKnownIsSaidSo) {
  DistanceReport report = example();
  report.average.reset();
  report.ground = "keys";
  report.notes = {"something else"};
  const std::string text = distance_text(report, 80);
  EXPECT_NE(text.find("mean not known"), std::string::npos);
  EXPECT_NE(text.find("Every two keys are at distance 1.\nSomething else.\n"),
            std::string::npos);
  EXPECT_TRUE(distance_json(report)["mean"].is_null());
  EXPECT_EQ(distance_chart(report).curves.size(), 1U);
}

}  // namespace
}  // namespace selvage
