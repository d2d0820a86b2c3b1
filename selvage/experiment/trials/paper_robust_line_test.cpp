#include "selvage/experiment/trials/paper_robust_line.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

const Rational kSmallDelta(1, 1'000'000);

std::vector<LinePoint> around_line(int points, double slope, double error) {
  std::mt19937_64 words(3);
  std::normal_distribution<> normal;
  std::vector<LinePoint> all;
  for (int i = 0; i < points; ++i) {
    const double x = normal(words);
    all.push_back({x, 100 + slope * x + error * normal(words)});
  }
  return all;
}

// With much epsilon the noise is small beside a cell, and the line is where the least
// misses are.
TEST(PaperRobustLine, FindsTheSlope) {
  SeededSource random(4);
  for (const PaperThreshold threshold :
       {PaperThreshold::from_delta, PaperThreshold::as_printed})
    for (const double slope : {2.5, -3.0, 0.0}) {
      const auto told = paper_robust_slope(around_line(20'000, slope, 1), 200,
                                           kSmallDelta, threshold, random);
      ASSERT_TRUE(told) << slope;
      EXPECT_NEAR(*told, slope, 0.1);
    }
}

// What is told has noise of the width of a cell over its part of epsilon: several times
// the error of the least misses here, which are the same in all runs.
TEST(PaperRobustLine, HasTheNoiseOfItsCell) {
  SeededSource random(7);
  const auto points = around_line(100'000, 2, 1);
  double moved = 0;
  int known = 0;
  for (int i = 0; i < 60; ++i) {
    const auto told =
        paper_robust_slope(points, 6, kSmallDelta, PaperThreshold::from_delta, random);
    if (!told) continue;
    ++known;
    moved += std::abs(*told - 2);
  }
  ASSERT_GE(known, 40);
  // Slopes of pairs have quartiles about 1.4 apart from the middle one each: cells are
  // some 0.15 wide, and noise of twice that is on the slope.
  EXPECT_GT(moved / known, 0.1);
  EXPECT_LT(moved / known, 0.8);
}

// Few points, or one x for all, leave no answer.
TEST(PaperRobustLine, NoLineIsNoError) {
  SeededSource random(5);
  std::vector<LinePoint> same = around_line(4000, 2, 1);
  for (LinePoint& point : same) point.x = 1;
  for (const auto& table : {same, around_line(40, 2, 1), std::vector<LinePoint>{}})
    EXPECT_FALSE(
        paper_robust_slope(table, 12, kSmallDelta, PaperThreshold::from_delta, random));
}

}  // namespace
}  // namespace selvage
