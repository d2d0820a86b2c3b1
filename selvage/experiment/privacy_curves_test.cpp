#include "selvage/experiment/privacy_curves.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "selvage/mechanism/outlier/law/discrete_laplace.hpp"
#include "selvage/mechanism/outlier/law/law_testing.hpp"

namespace selvage {
namespace {

const Curve* curve_of(const CurveChart& chart, const std::string& begin) {
  for (const Curve& curve : chart.curves)
    if (curve.name.starts_with(begin)) return &curve;
  return nullptr;
}

double at(const Curve& curve, double x) {
  for (const CurvePoint& point : curve.points)
    if (point.x == x) return point.y;
  ADD_FAILURE() << curve.name << " has no point at " << x;
  return -1;
}

// Summed with 40 digits.
TEST(PrivacyCurves, NaiveNoiseTellsWhereTheProfileChanges) {
  const auto profile = *parse_profile("10:0.1,1");
  const auto apart = naive_divergences(profile, 11, 1);
  ASSERT_TRUE(apart);
  expect_tells(apart->removing, 0.4322608349053, 1e-12);
  expect_tells(apart->adding, 0.6345355936098, 1e-12);
}

TEST(PrivacyCurves, NaiveNoiseIsPlainNoiseAwayFromTheLimit) {
  const auto profile = *parse_profile("10:0.1,1");
  for (const std::int64_t count : {1, 10, 12, 40}) {
    const Rational noise = epsilon_at(profile, count).finite();
    const auto least = naive_epsilon(profile, count, exact("1e-3"));
    ASSERT_TRUE(least && *least);
    EXPECT_NEAR(laplace_delta(noise, **least).middle(), 1e-3, 1e-9) << count;
  }
  const auto at_the_limit = naive_epsilon(profile, 11, exact("1e-6"));
  ASSERT_TRUE(at_the_limit);
  EXPECT_FALSE(*at_the_limit) << "tails of wide noise have no bound under narrow noise";
}

TEST(PrivacyCurves, WhatIsNoDeltaOrNoClassIsRefused) {
  const auto profile = *parse_profile("10:0.1,1");
  EXPECT_FALSE(naive_epsilon(profile, 11, 0));
  EXPECT_FALSE(naive_epsilon(profile, 11, 1));
  EXPECT_FALSE(naive_divergences(profile, 0, 1));
  EXPECT_FALSE(naive_divergences(*parse_profile("10:0,1"), 5, 1));
  for (const char* text : {"1", "10:0,1", "10:0.1,inf", "5:0.1,10:0.5,1"})
    EXPECT_FALSE(privacy_chart(*parse_profile(text), exact("1e-6"))) << text;
}

// By adding up [P - e^E Q]+ over all outputs, as fractions.
TEST(PrivacyCurves, TailsAreTheWorstOutputsOfW) {
  const auto law = *WarpedGeometric::make(*parse_profile("6:0.1,9:0.4,1"));
  for (const auto& [larger, smaller] : {std::pair{8, 0}, {8, 7}, {12, 3}})
    for (const char* epsilon : {"0", "0.05", "0.7", "1.2"}) {
      const Rational ratio = exp(Interval(exact(epsilon))).upper();
      Rational removing = 0, adding = 0;
      for (std::int64_t j = 0; j <= 60; ++j) {
        const Rational p = law.mass(larger, j), q = law.mass(smaller, j);
        removing = removing + std::max(Rational(0), p - ratio * q);
        adding = adding + std::max(Rational(0), q - ratio * p);
      }
      const auto apart = warped_divergences(law, {larger, smaller}, exact(epsilon));
      EXPECT_NEAR(apart.removing.middle(), removing.to_double(), 1e-14);
      EXPECT_NEAR(apart.adding.middle(), adding.to_double(), 1e-14);
    }
}

TEST(PrivacyCurves, AGroupUnderWHasTheSumOfItsEpsilonsAndNoDelta) {
  const auto law = *WarpedGeometric::make(*parse_profile("100:0.01,1"));
  const auto whole = warped_divergences(law, {100, 0}, 1);
  EXPECT_EQ(whole.larger().upper(), Rational(0));
  const auto less = warped_divergences(law, {100, 0}, exact("0.99"));
  EXPECT_GT(less.removing.lower(), Rational(0));
  const auto hidden = *WarpedGeometric::make(*parse_profile("100:0,1"));
  EXPECT_EQ(warped_divergences(hidden, {100, 0}, 0).larger().upper(), Rational(0));
}

TEST(PrivacyCurves, OnlyNaiveNoiseIsAboveThePromise) {
  const auto chart = privacy_chart(*parse_profile("100:0.01,1"), exact("1e-6"));
  ASSERT_TRUE(chart);
  const Curve* promised = curve_of(*chart, "promised");
  ASSERT_NE(promised, nullptr);
  EXPECT_EQ(at(*promised, 100), 0.01);
  EXPECT_EQ(at(*promised, 101), 1);
  ASSERT_NE(curve_of(*chart, "noise, then suppression up to 113, the smallest"),
            nullptr);
  ASSERT_NE(curve_of(*chart, "noise, then suppression up to 114, the paper's"),
            nullptr);
  for (const Curve& curve : chart->curves) {
    ASSERT_EQ(curve.points.size(), promised->points.size());
    const bool naive = curve.name == "noise of each count's own epsilon";
    for (std::size_t i = 0; i < curve.points.size(); ++i)
      if (naive && curve.points[i].x == 101)
        EXPECT_TRUE(std::isinf(curve.points[i].y));
      else
        EXPECT_LE(curve.points[i].y, promised->points[i].y * (1 + 1e-9))
            << curve.name << " at " << curve.points[i].x;
  }
  // W gives all that may be given.
  EXPECT_NEAR(at(*curve_of(*chart, "W"), 100), 0.01, 1e-12);
}

}  // namespace
}  // namespace selvage
