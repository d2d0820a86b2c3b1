#include "selvage/experiment/trials/paper_line.hpp"

#include <gtest/gtest.h>

#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

const Rational kDelta(1, 1'000'000);

std::vector<LinePoint> on_a_line(int points, double slope) {
  std::vector<LinePoint> all;
  for (int i = 0; i < points; ++i) {
    const double x = i * 7 % 41;
    all.push_back({x, 100 + slope * x});
  }
  return all;
}

// All pairs say the same: the scale is 0, and the slope is told as it is.
TEST(PaperLine, IsExactWhereAllPointsLieOnALine) {
  SeededSource random(4);
  for (const PaperThreshold threshold :
       {PaperThreshold::from_delta, PaperThreshold::as_printed})
    for (const double slope : {2.5, -3.0, 0.0})
      EXPECT_EQ(paper_slope(on_a_line(4000, slope), 12, kDelta, threshold, random),
                slope);
}

// Pairs that have no line balance each other; too many of them leave no answer, and so
// do few points.
TEST(PaperLine, PairsWithoutALineAreNoError) {
  SeededSource random(5);
  std::vector<LinePoint> points = on_a_line(4000, 2);
  for (std::size_t i = 0; i < 800; i += 2) points[i + 1].x = points[i].x;
  EXPECT_EQ(paper_slope(points, 12, kDelta, PaperThreshold::from_delta, random), 2.0);
  for (LinePoint& point : points) point.x = 1;
  for (const auto& table : {points, on_a_line(40, 2), std::vector<LinePoint>{}})
    EXPECT_FALSE(paper_slope(table, 12, kDelta, PaperThreshold::from_delta, random));
}

}  // namespace
}  // namespace selvage
