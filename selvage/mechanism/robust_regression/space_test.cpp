// The solver against all vertices and the tiles against the sweep, in exact fractions.
#include "selvage/mechanism/robust_regression/space.hpp"

#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "selvage/base/rational.hpp"
#include "selvage/mechanism/robust_regression/cell_depth.hpp"
#include "selvage/mechanism/robust_regression/least_misses.hpp"

namespace selvage {
namespace {

using Rows = std::vector<SpaceRow>;
using Point = std::vector<Rational>;

Rational fraction(Int128 x) {
  return Rational(static_cast<std::int64_t>(x >> 64)) * Rational::power_of_two(64) +
         Rational::from_uint64(static_cast<std::uint64_t>(x));
}

Rational sum_of_misses(const Rows& rows, const Point& p) {
  Rational sum = 0;
  for (const SpaceRow& row : rows) {
    Rational miss = row.c;
    for (std::size_t j = 0; j < p.size(); ++j) miss = miss - p[j] * row.u[j];
    sum = sum + (miss.sign() < 0 ? -miss : miss);
  }
  return sum;
}

// Where rows meet, by elimination; none where they do not decide a point.
std::optional<Point> meeting(const std::vector<SpaceRow>& rows) {
  const std::size_t size = rows.size();
  std::vector<std::vector<Rational>> m(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) m[i].push_back(rows[i].u[j]);
    m[i].push_back(rows[i].c);
  }
  for (std::size_t k = 0; k < size; ++k) {
    std::size_t pivot = k;
    while (pivot < size && m[pivot][k].sign() == 0) ++pivot;
    if (pivot == size) return std::nullopt;
    std::swap(m[k], m[pivot]);
    for (std::size_t i = 0; i < size; ++i) {
      if (i == k) continue;
      const Rational factor = m[i][k] / m[k][k];
      for (std::size_t j = k; j <= size; ++j) m[i][j] = m[i][j] - factor * m[k][j];
    }
  }
  Point point;
  for (std::size_t k = 0; k < size; ++k) point.push_back(m[k][size] / m[k][k]);
  return point;
}

void for_each_choice(
    std::size_t of, std::size_t count,
    const std::function<void(const std::vector<std::size_t>&)>& visit) {
  std::vector<std::size_t> chosen;
  const std::function<void(std::size_t)> extend = [&](std::size_t from) {
    if (chosen.size() == count) return visit(chosen);
    for (std::size_t i = from; i < of; ++i) {
      chosen.push_back(i);
      extend(i + 1);
      chosen.pop_back();
    }
  };
  extend(0);
}

Rows random_rows(std::mt19937& random, std::size_t rows, std::size_t dimensions,
                 int size, int away) {
  const auto drawn = [&](std::int64_t most) {
    return static_cast<std::int64_t>(random() %
                                     static_cast<std::uint64_t>(2 * most + 1)) -
           most;
  };
  Rows all;
  for (std::size_t i = 0; i < rows; ++i) {
    SpaceRow row;
    std::int64_t square = 0;
    for (std::size_t j = 0; j < dimensions; ++j) {
      row.u[j] = drawn(size);
      square += row.u[j] * row.u[j];
    }
    while (row.length * row.length < square) ++row.length;
    row.c = drawn(away);
    all.push_back(row);
  }
  return all;
}

// Whether there was a vertex.
bool are_the_least_of_all_vertices(const Rows& rows, std::size_t dimensions) {
  std::optional<Rational> least;
  for_each_choice(rows.size(), dimensions, [&](const auto& chosen) {
    std::vector<SpaceRow> some;
    for (const std::size_t i : chosen) some.push_back(rows[i]);
    const auto at = meeting(some);
    if (!at) return;
    const Rational sum = sum_of_misses(rows, *at);
    if (!least || sum < *least) least = sum;
  });
  const auto found = least_misses(rows, dimensions);
  EXPECT_EQ(found.has_value(), least.has_value());
  if (!found || !least) return false;
  Point at;
  for (std::size_t j = 0; j < dimensions; ++j)
    at.push_back(fraction(found->numerators[j]) / fraction(found->det));
  EXPECT_EQ(sum_of_misses(rows, at), *least) << dimensions;
  return true;
}

// Small whole numbers: many rows through one point, and rows that are the same.
TEST(SpaceMisses, AreTheLeastOfAllVertices) {
  std::mt19937 random(2);
  int solved = 0;
  for (int round = 0; round < 200; ++round) {
    const std::size_t dimensions = 1 + random() % 5;
    const Rows rows = random_rows(random, dimensions + random() % 5, dimensions, 2, 3);
    if (are_the_least_of_all_vertices(rows, dimensions)) ++solved;
  }
  EXPECT_GT(solved, 100);
}

// Most rows through one point, some of them keys, copies, turned round or beside
// another.
Rows tied_rows(std::mt19937_64& random, std::size_t rows, std::size_t dimensions,
               std::int64_t weights, std::int64_t place) {
  const auto drawn = [&](std::int64_t most) {
    return static_cast<std::int64_t>(random() %
                                     static_cast<std::uint64_t>(2 * most + 1)) -
           most;
  };
  SpaceVector point = {};
  for (std::size_t j = 0; j < dimensions; ++j) point[j] = drawn(place);
  Rows all;
  while (all.size() < rows) {
    SpaceRow row;
    const auto kind = random() % 10;
    for (std::size_t j = 0; j < dimensions; ++j) {
      row.u[j] = kind < 3 && random() % 2 == 0 ? 0 : drawn(weights);
      row.c += row.u[j] * point[j];
    }
    row.length = kSpaceWeight;
    if (kind == 5) row.c = drawn(weights) * drawn(place);
    if (kind > 5 && !all.empty()) {
      row = all[random() % all.size()];
      if (kind == 7) row.c += drawn(3);
      if (kind == 8) {
        for (std::int64_t& part : row.u) part = -part;
        row.c = -row.c;
      }
    }
    if (std::abs(row.c) <= std::int64_t{1} << 44) all.push_back(row);
  }
  return all;
}

TEST(SpaceMisses, AreTheLeastOfAllVerticesOfTiedRows) {
  std::mt19937_64 random(19);
  for (const bool large : {false, true}) {
    int solved = 0;
    for (int round = 0; round < 150; ++round) {
      const std::size_t dimensions = 2 + random() % 4;
      const std::size_t most = dimensions <= 3 ? 12 : dimensions + 4;
      const Rows rows =
          tied_rows(random, dimensions + random() % (most - dimensions + 1), dimensions,
                    large ? 29'300 : 2, large ? kMostSpaceCoordinate : 3);
      if (are_the_least_of_all_vertices(rows, dimensions)) ++solved;
    }
    EXPECT_GT(solved, 70);
  }
}

TEST(SpaceMisses, EndWhereManyRowsMeetAndWithLargeNumbers) {
  std::mt19937 random(4);
  EXPECT_TRUE(least_misses(random_rows(random, 5'000, 4, 2, 2), 4));
  const Rows rows = random_rows(random, 3'000, 5, 29'000, 1 << 30);
  const auto found = least_misses(rows, 5);
  ASSERT_TRUE(found);
  // No step along an axis is better.
  Point at;
  for (std::size_t j = 0; j < 5; ++j)
    at.push_back(fraction(found->numerators[j]) / fraction(found->det));
  const Rational least = sum_of_misses(rows, at);
  for (std::size_t j = 0; j < 5; ++j)
    for (const int sign : {-1, 1}) {
      Point other = at;
      other[j] = other[j] + Rational(sign, 1'000'000);
      EXPECT_GE(sum_of_misses(rows, other), least);
    }
}

// The forty rows of the sweep's vectors; lengths are exact there.
Rows forty_rows() {
  constexpr int kTriangles[][3] = {{3, 4, 5},    {4, 3, 5},   {5, 12, 13}, {12, 5, 13},
                                   {8, 15, 17},  {15, 8, 17}, {7, 24, 25}, {24, 7, 25},
                                   {20, 21, 29}, {21, 20, 29}};
  constexpr std::int64_t kScale = 160225;
  Rows rows;
  for (int i = 0; i < 40; ++i) {
    const auto& [a, b, c] = kTriangles[i % 10];
    const int s = i / 10 % 2 == 0 ? 1 : -1;
    const Rational y = Rational(2 * a - s * b) + Rational(c) * (7 * i % 11 - 5) / 10;
    SpaceRow row;
    row.u[0] = std::int64_t{a} * kScale / c;
    row.u[1] = std::int64_t{s} * b * kScale / c;
    row.c = *(y * 20 * kScale / c).to_int64();
    row.length = kScale;
    rows.push_back(row);
  }
  return rows;
}

// Bounds in whole weights, to the last of nine digits, rounded up in units of 1/160225.
TEST(TileDepth, OfFortyRowsByLevel) {
  const double kRight[] = {0,
                           4.496185157,
                           9.156942426,
                           11.150709623,
                           11.685004441,
                           12.124024426,
                           12.363958446,
                           12.363958446};
  const Rows rows = forty_rows();
  SpaceCell cell;
  cell.low = {30, -30};
  cell.high = {50, -10};
  for (int level = 0; level < 8; ++level) {
    const std::int64_t depth =
        tile_depth(rows, 2, cell, {level, std::int64_t{1} << 40, 1});
    EXPECT_NEAR(static_cast<double>(depth), kRight[level] * 160225, 1.01) << level;
    EXPECT_EQ(tile_depth(rows, 2, cell, {level, 3, 160225}),
              std::min<std::int64_t>(3, (depth + 160224) / 160225));
  }
}

TEST(TileDepth, IsNeverAboveTheSweepAndMovesByOne) {
  std::mt19937 random(9);
  int deep = 0;
  for (int round = 0; round < 300; ++round) {
    Rows rows = random_rows(random, 8 + random() % 20, 2, 3, 3);
    SpaceCell cell;
    cell.low = {-4, -4};
    cell.high = {4, 4};
    const auto depth = [&](int level) -> std::int64_t {
      const auto found = least_misses(rows, 2);
      if (!found || found->cell(0, -4, 8) != 0 || found->cell(1, -4, 8) != 0) return 0;
      return tile_depth(rows, 2, cell, {level, 1000, 5});
    };
    std::vector<PlaneLine> lines;
    for (const SpaceRow& row : rows) lines.push_back({{row.u[0], row.u[1]}, row.c});
    const std::int64_t with = depth(5);
    EXPECT_LE(depth(3), with);
    if (with > 0) {
      EXPECT_LE(with, cell_depth(lines, {{-4, -4}, {4, 4}}, 1000, 5));
    }
    rows.pop_back();
    EXPECT_LE(std::abs(with - depth(5)), 1);
    if (with > 1) ++deep;
  }
  EXPECT_GT(deep, 30);
}

// On each side points with the pull of all rows there, which is not below the bound.
TEST(TileDepth, IsBelowThePullAtPointsOfTheSides) {
  std::mt19937 random(12);
  for (const std::size_t dimensions : {3, 4, 5})
    for (int round = 0; round < 20; ++round) {
      const Rows rows = random_rows(random, 60, dimensions, 3, 4);
      SpaceCell cell;
      for (std::size_t j = 0; j < dimensions; ++j) {
        cell.low[j] = -16;
        cell.high[j] = 16;
      }
      const std::int64_t bound = tile_depth(rows, dimensions, cell, {2, 100'000, 1});
      for (int i = 0; i < 50; ++i) {
        SpaceVector at = {};
        for (std::size_t j = 0; j < dimensions; ++j)
          at[j] = static_cast<int>(random() % 33) - 16;
        at[random() % dimensions] = random() % 2 == 0 ? -16 : 16;
        double square = 0;
        SpaceVector pull = {};
        bool between = false;  // on a row there are several pulls
        for (const SpaceRow& row : rows) {
          std::int64_t missed = row.c;
          for (std::size_t j = 0; j < dimensions; ++j) missed -= row.u[j] * at[j];
          between = between || missed == 0;
          for (std::size_t j = 0; j < dimensions; ++j)
            pull[j] -= (missed > 0 ? 1 : -1) * row.u[j];
        }
        for (std::size_t j = 0; j < dimensions; ++j)
          square += static_cast<double>(pull[j] * pull[j]);
        if (!between) {
          EXPECT_LE(static_cast<double>(bound) - 1, std::sqrt(square));
        }
      }
    }
}

}  // namespace
}  // namespace selvage
