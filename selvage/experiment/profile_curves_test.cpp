#include "selvage/experiment/profile_curves.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "selvage/mechanism/outlier/law/warped_geometric.hpp"

namespace selvage {
namespace {

const Curve* find(const CurveChart& chart, const std::string& begin) {
  for (const Curve& curve : chart.curves)
    if (curve.name.starts_with(begin)) return &curve;
  return nullptr;
}

TEST(ProfileCurves, CountsGoBeyondTheLastLimit) {
  for (const char* profile :
       {"20:0.1,1", "1", "5:0.1,20:0.25,50:0.5,1", "100:0.01,inf"}) {
    const auto counts = charted_counts(*parse_profile(profile));
    EXPECT_EQ(counts.front(), 0);
    EXPECT_TRUE(std::is_sorted(counts.begin(), counts.end()));
    EXPECT_LT(counts.size(), 260u);
  }
  const auto counts = charted_counts(*parse_profile("20:0.1,1"));
  for (const std::int64_t edge : {19, 20, 21})
    EXPECT_TRUE(std::binary_search(counts.begin(), counts.end(), edge));
  EXPECT_GT(counts.back(), 100);
}

TEST(ProfileCurves, TheErrorsAreThoseOfTheLaws) {
  const auto profile = *parse_profile("100:0.01,1");
  const CurveChart chart = error_chart(profile, 0);
  EXPECT_EQ(chart.curves.size(), 6u);
  const Curve* warped = find(chart, "W");
  ASSERT_NE(warped, nullptr);
  const auto law = WarpedGeometric::make(profile);
  for (const CurvePoint& point : warped->points)
    EXPECT_NEAR(point.y,
                law->mean_absolute_error(static_cast<std::int64_t>(point.x)).middle(),
                1e-12);
  ASSERT_NE(find(chart, "noise, then suppression up to 113"), nullptr);
  // Above the threshold of the paper all are plain noise again.
  for (const Curve& curve : chart.curves) {
    if (curve.name.starts_with("group")) continue;
    EXPECT_NEAR(curve.points.back().y, 0.8509181, 1e-5) << curve.name;
  }
}

TEST(ProfileCurves, WhatDoesNotApplyIsLeftOut) {
  EXPECT_EQ(error_chart(*parse_profile("20:0.1,inf"), 0).curves.size(), 2u);
  EXPECT_EQ(error_chart(*parse_profile("1"), 0).curves.size(), 2u);
  const CurveChart hidden = error_chart(*parse_profile("20:0,1"), 0);
  EXPECT_EQ(find(hidden, "group"), nullptr);
}

}  // namespace
}  // namespace selvage
