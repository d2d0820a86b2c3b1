#include "selvage/experiment/salary_report.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

const Repetition kFew{.seed = 4, .runs = 25};

const SalaryTable& table() {
  static const SalaryTable made = *salary_table({}, kFew);
  return made;
}

// The numbers of a line of the Markdown, by the begin of its first cell.
std::string line_of(const std::string& text, const std::string& begin) {
  const auto from = text.find("| " + begin);
  return from == std::string::npos ? ""
                                   : text.substr(from, text.find('\n', from) - from);
}

TEST(SalaryReport, MarkdownHasTheCalculatedNumbers) {
  const std::string text = salary_markdown({}, kFew, table());
  for (const auto& [name, number] :
       {std::pair("plain noise", " 17.02 "),
        {"noise for the group", " 1999.97 "},
        {"noise, then more noise up to 113", " 810.27 "},
        {"noise, then suppression up to 113", " 110.21 "},
        {"W, profile 100:0.01,1 ", " 264.58 "},
        {"W, 0 shown up to 105", " 110.54 "},
        {"W, profile 100:0,1, 0 shown up to 105", " 111.39 "}})
    EXPECT_NE(line_of(text, name).find(number), std::string::npos) << text;
  const std::string w = line_of(text, "W, profile 100:0.01,1 ");
  EXPECT_NE(w.find(" 0.698 "), std::string::npos) << w;
  EXPECT_NE(w.find(" 0.305 "), std::string::npos) << w;
  EXPECT_NE(text.find("mean of 25 runs of the shipped samplers with seed 4"),
            std::string::npos);
  EXPECT_NE(text.find("ratio 2.29; the promise to the group allows 2.72."),
            std::string::npos);
  EXPECT_NE(text.find("misses the managers with probability 5.2e-23."),
            std::string::npos);
}

TEST(SalaryReport, CsvHasOneLineForEachMechanism) {
  const std::string text = salary_csv(table());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 8);
  EXPECT_TRUE(text.starts_with("mechanism,group_epsilon,group_delta,error,"));
  EXPECT_NE(text.find("\n\"plain noise, epsilon 1\",100,0,17.018362564"),
            std::string::npos)
      << text;
}

TEST(SalaryReport, EveryCurveOfTheGroupFallsAndKeepsItsPromise) {
  const auto chart = group_chart({});
  ASSERT_TRUE(chart);
  ASSERT_EQ(chart->curves.size(), 6u);  // W with zeros has the noise of W
  for (const Curve& curve : chart->curves)
    for (std::size_t i = 1; i < curve.points.size(); ++i)
      EXPECT_LE(curve.points[i].y, curve.points[i - 1].y * (1 + 1e-12) + 1e-20)
          << curve.name << " at " << curve.points[i].x;
  const auto delta_at_one = [&](std::size_t i) {
    EXPECT_EQ(chart->curves[i].points.at(20).x, 1);
    return chart->curves[i].points[20].y;
  };
  EXPECT_GT(delta_at_one(0), 0.999);           // plain noise
  EXPECT_EQ(delta_at_one(1), 0);               // noise for the group
  EXPECT_NEAR(delta_at_one(2), 5.9e-7, 5e-9);  // more noise
  EXPECT_NEAR(delta_at_one(3), 6.078962034779e-7, 1e-16);
  EXPECT_EQ(delta_at_one(4), 0);                // W
  EXPECT_GT(chart->curves[4].points[19].y, 0);  // and not at 0.95
  EXPECT_EQ(chart->curves[5].points[0].y, 0);   // hidden altogether
}

}  // namespace
}  // namespace selvage
