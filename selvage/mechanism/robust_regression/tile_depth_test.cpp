// Bounds of tiles on the rows that tables give: how much a person moves them, and what
// they never exceed. [T145, T181]
#include <cmath>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "selvage/mechanism/robust_regression/row_map.hpp"

namespace selvage {
namespace {

// People with one to three rows each, near a plane with all slopes 2.
NumberRows people_near_a_plane(std::mt19937_64& random, std::size_t people,
                               std::size_t columns, bool named) {
  NumberRows rows;
  for (std::size_t person = 0; person < people; ++person) {
    const std::size_t count = named ? 1 + random() % 3 : 1;
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<std::int64_t> numbers = {static_cast<std::int64_t>(random() % 5) - 2};
      for (std::size_t j = 0; j < columns; ++j) {
        numbers.push_back(static_cast<std::int64_t>(random() % 41) - 20);
        numbers[0] += 2 * numbers.back();
      }
      rows.numbers.insert(rows.numbers.end(), numbers.begin(), numbers.end());
      if (named) rows.people.push_back(person * 17 + 3);
    }
  }
  return rows;
}

NumberRows without_person(const NumberRows& rows, std::size_t width, std::size_t row) {
  NumberRows others;
  const std::size_t count = rows.numbers.size() / width;
  for (std::size_t i = 0; i < count; ++i) {
    if (rows.people.empty() ? i == row : rows.people[i] == rows.people[row]) continue;
    others.numbers.insert(
        others.numbers.end(),
        rows.numbers.begin() + static_cast<std::ptrdiff_t>(i * width),
        rows.numbers.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
    if (!rows.people.empty()) others.people.push_back(rows.people[i]);
  }
  return others;
}

// A step is one code of y, so the plane is at 0 and at 24 for each x.
RowShape shape_by_dozens(std::size_t columns) {
  return {std::vector<std::int64_t>(columns, 0), std::vector<std::int64_t>(columns, 12),
          20, 1024};
}

// Off the plane by a little.
SpaceCell cell_around_it(std::size_t dimensions) {
  SpaceCell cell;
  for (std::size_t j = 0; j < dimensions; ++j) {
    cell.low[j] = (j == 0 ? 0 : 24) - 17 + static_cast<std::int64_t>(j % 3);
    cell.high[j] = cell.low[j] + 32;
  }
  return cell;
}

// Which is never more than one weight, and not much less.
TEST(RowMap, RowsOfAPersonWeighOneTogether) {
  std::mt19937_64 random(1);
  for (const std::size_t columns : {1, 2, 3, 4})
    for (const bool named : {false, true}) {
      const NumberRows rows = people_near_a_plane(random, 200, columns, named);
      std::map<std::size_t, double> exact;
      std::map<std::size_t, std::int64_t> told;
      const auto person_of = [&](std::size_t i) {
        return named ? static_cast<std::size_t>(rows.people[i]) : i;
      };
      const auto in_space = space_rows(rows, shape_by_dozens(columns));
      for (std::size_t i = 0; i < in_space.size(); ++i) {
        std::int64_t square = 0;
        for (const std::int64_t u : in_space[i].u) square += u * u;
        const std::int64_t length = in_space[i].length;
        EXPECT_GE(length * length, square);
        EXPECT_LT((length - 1) * (length - 1), square);
        told[person_of(i)] += length;
      }
      for (const auto& [person, length] : told) {
        EXPECT_LE(length, kSpaceWeight);
        EXPECT_GT(length, kSpaceWeight - 20);
      }
      if (columns > 1) continue;
      const auto in_plane = plane_lines(rows, shape_by_dozens(1));
      for (std::size_t i = 0; i < in_plane.size(); ++i)
        exact[person_of(i)] +=
            std::sqrt(static_cast<double>(dot(in_plane[i].u, in_plane[i].u)));
      for (const auto& [person, length] : exact) {
        EXPECT_LE(length, static_cast<double>(kWholeWeight) + 1e-3);
        EXPECT_GT(length, static_cast<double>(kWholeWeight) * 0.9999);
      }
    }
}

struct TileCase {
  std::size_t dimensions;
  int level;
  std::size_t people;
};
constexpr TileCase kTileCases[] = {{3, 5, 30}, {4, 5, 40}, {5, 5, 50}};

TEST(TileDepth, EveryPersonMovesItByOneAtMost) {
  std::mt19937_64 random(4);
  for (const auto& [dimensions, level, people] : kTileCases) {
    const std::size_t columns = dimensions - 1;
    int deep = 0, moved = 0;
    for (int round = 0; round < 2; ++round) {
      const NumberRows rows =
          people_near_a_plane(random, people, columns, round % 2 == 1);
      const auto depth = [&](const NumberRows& of) {
        return tile_depth(space_rows(of, shape_by_dozens(columns)), dimensions,
                          cell_around_it(dimensions), {level, 1000});
      };
      const std::int64_t with = depth(rows);
      for (std::size_t row = 0; row < rows.numbers.size() / dimensions; row += 3) {
        const std::int64_t without = depth(without_person(rows, dimensions, row));
        EXPECT_LE(std::abs(with - without), 1) << dimensions;
        if (with > 1 && without > 1) ++deep;
        if (with != without) ++moved;
      }
    }
    EXPECT_GT(deep, 12) << dimensions;
    EXPECT_GT(moved, 5) << dimensions;
  }
}

// At points of the sides, where no row is met exactly there is one subgradient: the
// pull of all rows. Points walk to where it is less.
TEST(TileDepth, IsNeverAboveTheLeastPullOnTheSides) {
  constexpr std::int64_t kParts = 1024;  // of a step
  std::mt19937_64 random(7);
  for (const auto& [dimensions, level, people] : kTileCases) {
    int deep = 0;
    double nearest = 0;
    for (int round = 0; round < 6; ++round) {
      const auto rows = space_rows(
          people_near_a_plane(random, people, dimensions - 1, round % 2 == 1),
          shape_by_dozens(dimensions - 1));
      const SpaceCell cell = cell_around_it(dimensions);
      const auto bound = static_cast<double>(
          tile_depth(rows, dimensions, cell, {level, 1000 * kSpaceWeight, 1}));
      if (bound > static_cast<double>(kSpaceWeight)) ++deep;
      const auto pull_at = [&](const SpaceVector& at) -> std::optional<double> {
        SpaceVector pull = {};
        for (const SpaceRow& row : rows) {
          std::int64_t missed = row.c * kParts;
          for (std::size_t j = 0; j < dimensions; ++j) missed -= row.u[j] * at[j];
          if (missed == 0) return std::nullopt;
          for (std::size_t j = 0; j < dimensions; ++j)
            pull[j] += missed > 0 ? -row.u[j] : row.u[j];
        }
        double square = 0;
        for (std::size_t j = 0; j < dimensions; ++j)
          square += static_cast<double>(pull[j]) * static_cast<double>(pull[j]);
        return std::sqrt(square);
      };
      double least = 1e18;
      for (int walk = 0; walk < 40; ++walk) {
        const std::size_t fixed = random() % dimensions;
        SpaceVector at = {};
        for (std::size_t j = 0; j < dimensions; ++j)
          at[j] = cell.low[j] * kParts + static_cast<std::int64_t>(random() % 32768);
        at[fixed] = (random() % 2 == 0 ? cell.low : cell.high)[fixed] * kParts;
        double here = 1e18;
        for (int step = 0; step < 200; ++step) {
          SpaceVector next = at;
          const std::int64_t reach = 1 + 8192 / (1 + step / 8);
          for (std::size_t j = 0; j < dimensions; ++j)
            if (j != fixed)
              next[j] = std::clamp(
                  at[j] +
                      static_cast<std::int64_t>(
                          random() % (2 * static_cast<std::uint64_t>(reach) + 1)) -
                      reach,
                  cell.low[j] * kParts, cell.high[j] * kParts);
          const auto pull = pull_at(next);
          if (!pull || *pull > here) continue;
          here = *pull;
          at = next;
        }
        least = std::min(least, here);
      }
      EXPECT_LE(bound - 1, least) << dimensions;
      nearest = std::max(nearest, bound / least);
    }
    EXPECT_GE(deep, 3) << dimensions;
    EXPECT_GT(nearest, 0.25) << dimensions;
  }
}

}  // namespace
}  // namespace selvage
