#include "selvage/report/curve_axis.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr double kNoEnd = std::numeric_limits<double>::infinity();
constexpr CurveAxisNeeds kLogarithmic{.scale = AxisScale::logarithmic};

std::string labels(const CurveAxis& axis) {
  std::string text;
  for (const CurveTick& tick : axis.ticks())
    if (!tick.label.empty()) text += (text.empty() ? "" : " ") + tick.label;
  return text;
}

std::size_t marks_between(const CurveAxis& axis) {
  std::size_t marks = 0;
  for (const CurveTick& tick : axis.ticks()) marks += tick.label.empty();
  return marks;
}

TEST(CurveAxis, EqualDifferencesAreEqualStepsOfALinearAxis) {
  const CurveAxis axis({3, 17, 96}, {});
  EXPECT_EQ(labels(axis), "0 20 40 60 80 100");
  EXPECT_DOUBLE_EQ(axis.share(0), 0);
  EXPECT_DOUBLE_EQ(axis.share(96) - axis.share(56), axis.share(43) - axis.share(3));
  EXPECT_DOUBLE_EQ(axis.share(96), 0.96);
}

TEST(CurveAxis, EqualRatiosAreEqualStepsOfALogarithmicAxis) {
  const CurveAxis axis({0.03, 7, 250}, kLogarithmic);
  EXPECT_NEAR(axis.share(70) - axis.share(7), axis.share(0.3) - axis.share(0.03),
              1e-12);
  EXPECT_NEAR(axis.share(14) - axis.share(7), axis.share(0.6) - axis.share(0.3), 1e-12);
  EXPECT_LT(axis.share(0.03), axis.share(0.031));
}

TEST(CurveAxis, TicksStandWhereTheirNumbersDo) {
  const CurveAxis linear({0, 1'200'000}, {}), logarithmic({1, 1300}, kLogarithmic);
  EXPECT_EQ(labels(logarithmic), "1 10 100 1,000");
  EXPECT_EQ(labels(CurveAxis({1, 180}, kLogarithmic)), "1 2 5 10 20 50 100 200");
  for (const CurveAxis* axis : {&linear, &logarithmic})
    for (const CurveTick& tick : axis->ticks()) {
      if (tick.label.empty()) continue;
      std::string digits;
      for (const char c : tick.label)
        if (c != ',') digits += c;
      EXPECT_NEAR(tick.share, axis->share(std::stod(digits)), 1e-12) << tick.label;
    }
}

TEST(CurveAxis, TicksGrowAndStayOnTheAxis) {
  const std::vector<std::vector<double>> cases = {
      {},       {0},        {1},           {kNoEnd},    {0, kNoEnd},    {5, 5},
      {1, 2},   {3, 4},     {1e-300, 1},   {1e-7, 1e9}, {0, 1e-12, 1},  {99, 101},
      {1, 1e6}, {0.5, 0.7}, {1e300, 1e15}, {0.1, 0.3},  {20, 30, 1000}, {7, 8, 9, 80}};
  for (const auto& numbers : cases)
    for (const AxisScale scale : {AxisScale::linear, AxisScale::logarithmic})
      for (const bool end_at_data : {false, true})
        for (const int most : {3, 8, 11}) {
          const CurveAxis axis(numbers, {scale, most, end_at_data});
          double last = -1e-9;
          int labelled = 0;
          for (const CurveTick& tick : axis.ticks()) {
            EXPECT_GT(tick.share, last);
            EXPECT_LE(tick.share, 1);
            last = tick.share;
            labelled += !tick.label.empty() && tick.label != "∞" && tick.label != "0";
          }
          EXPECT_GE(labelled, 1) << most;
          EXPECT_LE(labelled, most);
          for (const double number : numbers) {
            EXPECT_GE(axis.share(number), 0) << number;
            EXPECT_LE(axis.share(number), 1) << number;
          }
        }
}

TEST(CurveAxis, ZeroAndInfinityStandApart) {
  const CurveAxis axis({0, 0.5, 8, kNoEnd}, kLogarithmic);
  EXPECT_EQ(axis.share(0), 0);
  EXPECT_EQ(axis.share(kNoEnd), 1);
  EXPECT_GE(axis.share(0.5), 0.05);
  EXPECT_LE(axis.share(8), 0.95);
  EXPECT_EQ(labels(axis), "0 0.5 1 2 5 10 ∞");
  const CurveAxis linear({0, 2, kNoEnd}, {});
  EXPECT_EQ(linear.share(0), 0);
  EXPECT_LE(linear.share(2), 0.95);
  EXPECT_EQ(linear.ticks().back().label, "∞");
  // No place is kept for what is not there.
  EXPECT_EQ(CurveAxis({0.5, 10}, kLogarithmic).share(0.5), 0);
  EXPECT_EQ(CurveAxis({0.5, 10}, kLogarithmic).share(10), 1);
}

TEST(CurveAxis, NumbersBelowTheLeastStandWhereZeroDoesAndTheLabelSaysSo) {
  CurveAxisNeeds needs = kLogarithmic;
  needs.least = 0.01;
  const CurveAxis axis({1e-48, 0.01, 3}, needs);
  EXPECT_EQ(axis.share(1e-48), 0);
  EXPECT_GT(axis.share(0.01), 0.05);
  EXPECT_EQ(axis.ticks().front().label, "<0.01");
  EXPECT_EQ(CurveAxis({0, 0.01, 3}, needs).ticks().front().label, "0");
}

TEST(CurveAxis, ManyDecadesAreLabelledWithPowers) {
  EXPECT_EQ(labels(CurveAxis({1e-6, 1}, kLogarithmic)),
            "10⁻⁶ 10⁻⁵ 10⁻⁴ 0.001 0.01 0.1 1");
  EXPECT_EQ(labels(CurveAxis({2e-20, 0.5}, kLogarithmic)),
            "10⁻²¹ 10⁻¹⁸ 10⁻¹⁵ 10⁻¹² 10⁻⁹ 10⁻⁶ 0.001");
  EXPECT_EQ(labels(CurveAxis({2e-7, 6e-7}, kLogarithmic)), "2·10⁻⁷ 5·10⁻⁷ 10⁻⁶");
  EXPECT_EQ(labels(CurveAxis({1e4, 1e6}, kLogarithmic)),
            "10,000 20,000 50,000 100,000 200,000 500,000 1,000,000");
  EXPECT_EQ(CurveAxis({0, 4e7}, {}).unit(), "millions");
}

TEST(CurveAxis, DigitsBetweenDecadesAreMarkedWhereThereIsRoom) {
  EXPECT_EQ(marks_between(CurveAxis({1, 1000}, kLogarithmic)), 3u * 8);
  EXPECT_EQ(marks_between(CurveAxis({1, 100}, kLogarithmic)), 2u * (2 + 4));
  EXPECT_EQ(marks_between(CurveAxis({1e-20, 1}, kLogarithmic)), 0u);
  EXPECT_EQ(marks_between(CurveAxis({0, 100}, {})), 0u);
}

TEST(CurveAxis, MayEndAtTheGreatestNumber) {
  CurveAxisNeeds needs{.end_at_data = true};
  EXPECT_EQ(CurveAxis({0, 825}, needs).share(825), 1);
  EXPECT_LT(CurveAxis({0, 825}, {}).share(825), 0.95);
  needs.scale = AxisScale::logarithmic;
  EXPECT_EQ(CurveAxis({1, 825}, needs).share(825), 1);
  EXPECT_LT(CurveAxis({1, 825}, kLogarithmic).share(825), 1);
}

TEST(CurveAxis, WholeNumbersHaveWholeTicksAndNumbersFarFromZeroNoZero) {
  EXPECT_EQ(labels(CurveAxis({0, 1, 2}, {})), "0 1 2");
  EXPECT_EQ(labels(CurveAxis({0, 0.3, 2}, {})), "0 0.5 1.0 1.5 2.0");
  EXPECT_EQ(labels(CurveAxis({99, 101}, {})), "99 100 101");
}

}  // namespace
}  // namespace selvage
