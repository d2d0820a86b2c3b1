#include "selvage/mechanism/separator/max_margin.hpp"

#include <gtest/gtest.h>

#include <random>

namespace selvage {
namespace {

using Points = std::vector<LabelledPoint>;

std::int64_t below(std::int64_t n, std::mt19937& dice) {
  return static_cast<std::int64_t>(dice() % static_cast<std::uint64_t>(n));
}

// The least squared distance of two hulls by trying every set of at most three points,
// in the plane: a second way, without supports that enter one by one.
std::optional<Rational> gap_by_all_sets(const Points& points) {
  std::optional<Rational> least;
  for (unsigned set = 1; set < 1u << points.size(); ++set) {
    Points some;
    for (std::size_t i = 0; i < points.size(); ++i)
      if (set >> i & 1) some.push_back(points[i]);
    if (some.size() > 3) continue;
    const auto margin = max_margin_of_supports(some);
    if (margin && (!least || margin->squared_gap < *least)) least = margin->squared_gap;
  }
  return least;
}

// Every point of the first set is on its side by all of the margin, and so is every
// one of the second: with the supports on it that is the optimum (KKT).
void expect_optimal(const MaxMargin& margin, const Points& points) {
  const Rational half = margin.squared_gap / 2;
  const auto beyond = [&](const LabelledPoint& point) {
    Rational sum = -margin.middle;
    for (std::size_t i = 0; i < margin.w.size(); ++i)
      sum = sum + margin.w[i] * point.at[i];
    return point.second ? sum : -sum;
  };
  for (const LabelledPoint& point : points) EXPECT_GE(beyond(point), half);
  for (const LabelledPoint& point : margin.supports) EXPECT_EQ(beyond(point), half);
  EXPECT_LE(margin.supports.size(), margin.w.size() + 1);
  const auto again = max_margin_of_supports(margin.supports);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->w, margin.w);
  EXPECT_EQ(again->middle, margin.middle);
}

// Whether conv(first) and conv(second) meet on the lattice of the plane, by lines: a
// line through two points, or along an axis, separates them if any does.
bool separable_by_lines(const Points& points) {
  std::vector<std::pair<std::int64_t, std::int64_t>> normals = {{1, 0}, {0, 1}};
  for (const auto& a : points)
    for (const auto& b : points) {
      const std::int64_t dx = b.at[0] - a.at[0], dy = b.at[1] - a.at[1];
      if (dx == 0 && dy == 0) continue;
      // Turned by nothing, a little and back: the hulls are far apart or touch.
      for (const std::int64_t turn : {-1, 0, 1}) {
        normals.emplace_back(-dy * 1000 + turn * dx, dx * 1000 + turn * dy);
        normals.emplace_back(dx, dy);
      }
    }
  for (const auto& [nx, ny] : normals)
    for (const int sign : {-1, 1}) {
      std::optional<std::int64_t> high, low;
      for (const auto& point : points) {
        const std::int64_t at = sign * (nx * point.at[0] + ny * point.at[1]);
        if (point.second)
          low = low ? std::min(*low, at) : at;
        else
          high = high ? std::max(*high, at) : at;
      }
      if (high && low && *high < *low) return true;
    }
  return false;
}

TEST(MaxMargin, ThreeByHand) {
  // Two points: half way.
  auto margin = max_margin(Points{{{0, 0}, false}, {{3, 4}, true}});
  ASSERT_TRUE(margin);
  EXPECT_EQ(margin->squared_gap, Rational(25));
  EXPECT_EQ(margin->middle, Rational(25, 2));
  // A point and a segment: the foot lies within it.
  margin = max_margin(Points{{{0, 0}, false}, {{4, 0}, true}, {{0, 2}, true}});
  ASSERT_TRUE(margin);
  EXPECT_EQ(margin->squared_gap, Rational(16, 5));
  EXPECT_EQ(margin->supports.size(), 3u);
  // A point inside a triangle, and one on its edge: no plane lies between.
  const Points triangle = {{{0, 0}, true}, {{4, 0}, true}, {{0, 4}, true}};
  for (const LatticePoint& at : {LatticePoint{1, 1}, LatticePoint{2, 2}}) {
    Points points = triangle;
    points.push_back({at, false});
    EXPECT_FALSE(max_margin(points));
  }
  EXPECT_FALSE(max_margin(triangle));
  EXPECT_FALSE(max_margin(Points{}));
}

TEST(MaxMargin, AgreesWithAllSetsOfPointsInThePlane) {
  std::mt19937 dice(19);
  int separable = 0;
  for (int round = 0; round < 400; ++round) {
    Points points;
    const std::int64_t size = 2 + below(6, dice);
    for (std::int64_t i = 0; i < size; ++i)
      points.push_back({{below(6, dice), below(6, dice)}, below(2, dice) == 1});
    const auto margin = max_margin(points);
    EXPECT_EQ(margin.has_value(), separable_by_lines(points)) << round;
    if (!margin) continue;
    ++separable;
    expect_optimal(*margin, points);
    EXPECT_EQ(margin->squared_gap, *gap_by_all_sets(points));
  }
  EXPECT_GT(separable, 100);
}

TEST(MaxMargin, IsOptimalInUpToFiveDimensions) {
  std::mt19937 dice(5);
  for (std::size_t axes = 1; axes <= 5; ++axes)
    for (int round = 0; round < 12; ++round) {
      Points points;
      for (int i = 0; i < 60; ++i) {
        LabelledPoint point{LatticePoint(axes), false};
        std::int64_t sum = 0;
        for (auto& x : point.at) sum += x = below(12, dice);
        const auto middle = static_cast<std::int64_t>(11 * axes / 2);
        if (2 * std::abs(sum - middle) < 2) continue;
        point.second = sum > middle;
        points.push_back(std::move(point));
      }
      const auto margin = max_margin(points);
      ASSERT_TRUE(margin);
      expect_optimal(*margin, points);
    }
}

// The largest lattice that there may be, at its ends.
TEST(MaxMargin, TheLargestCoordinatesFit) {
  const std::int64_t far = kMostLatticePoints - 1;
  const auto line = max_margin(Points{{{0}, false}, {{far - 1}, false}, {{far}, true}});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->squared_gap, Rational(1));
  const auto plane = max_margin(Points{
      {{0, 0}, false}, {{far / 2, 0}, false}, {{far / 2, 1}, true}, {{0, 1}, true}});
  ASSERT_TRUE(plane);
  EXPECT_EQ(plane->squared_gap, Rational(1));
  Points corners;
  for (int corner = 0; corner < 32; ++corner) {
    LatticePoint at;
    int ones = 0;
    for (int i = 0; i < 5; ++i) {
      at.push_back((corner >> i & 1) * 20);
      ones += corner >> i & 1;
    }
    if (ones != 2) corners.push_back({at, ones > 2});
  }
  const auto cube = max_margin(corners);
  ASSERT_TRUE(cube);
  expect_optimal(*cube, corners);
}

TEST(MaxMargin, OuterPointsHaveTheSameHull) {
  std::mt19937 dice(11);
  const std::vector<std::int64_t> sizes = {3, 4, 5};
  for (int round = 0; round < 60; ++round) {
    std::vector<std::int64_t> counts(2 * 3 * 4 * 5);
    Points all;
    for (std::int64_t place = 0; place < 60; ++place) {
      const LatticePoint at = lattice_point(sizes, place);
      const bool second = at[0] + at[1] + at[2] > 5;
      if (below(3, dice) != 0) continue;
      counts[static_cast<std::size_t>(2 * place + second)] = 1 + below(3, dice);
      all.push_back({at, second});
    }
    const auto whole = max_margin(all), outer = max_margin(outer_points(sizes, counts));
    ASSERT_EQ(whole.has_value(), outer.has_value());
    if (!whole) continue;
    EXPECT_EQ(whole->w, outer->w);
    EXPECT_EQ(whole->middle, outer->middle);
  }
}

}  // namespace
}  // namespace selvage
