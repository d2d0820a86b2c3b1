// Spreads, bins and distances of small tables that another program computed from the
// definitions, and distances of the scale against all tables there are. [T133]
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "selvage/mechanism/certain/change_depth.hpp"
#include "selvage/mechanism/row_codes_testing.hpp"
#include "selvage/mechanism/tested/tested_location.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kFarEnough = 1000;

// So small an epsilon that no distance here is capped.
TestedScale uncapped_scale(std::int64_t people, std::int64_t steps_per_bin = 16) {
  return *TestedScale::make({people, {1, 10}, {1, 1000}, steps_per_bin});
}

PublicRows every_row(const RowCodes& rows) {
  return {std::ssize(rows), std::span<const std::int64_t>(rows)};
}

RowCodes one_to(std::int64_t last) {
  RowCodes rows;
  for (std::int64_t i = 1; i <= last; ++i) rows.push_back(i);
  return rows;
}

RowCodes squares_to(std::int64_t last) {
  RowCodes rows;
  for (std::int64_t i = 1; i <= last; ++i) rows.push_back(i * i);
  return rows;
}

RowCodes ten_and_two() {
  RowCodes rows(10, 5);
  rows.insert(rows.end(), 2, 6);
  return rows;
}

// 0, 0, 1, 1.5, 2, 2.25, 3, 10, 11, 40 in fourths.
const RowCodes kFourths = {0, 0, 4, 6, 8, 9, 12, 40, 44, 160};

TEST(ScaleVectors, QuartilesAndTheirSpread) {
  struct Case {
    RowCodes rows;
    std::int64_t low, high, spread;
  };
  for (const auto& [rows, low, high, spread] :
       {Case{{0, 1, 2, 3, 4, 5, 6, 7}, 2, 6, 4}, Case{kFourths, 3, 8, 36},
        Case{squares_to(20), 5, 15, 200}, Case{ten_and_two(), 3, 9, 0},
        Case{one_to(100), 25, 75, 50}, Case{one_to(1000), 250, 750, 500}}) {
    const RankPair ranks = uncapped_scale(std::ssize(rows)).ranks();
    EXPECT_EQ(ranks.low, low);
    EXPECT_EQ(ranks.high, high);
    EXPECT_TRUE(spread_between(every_row(rows), ranks) == spread) << spread;
  }
}

// The most and the least that the spread can be after so many rows were replaced: where
// a label that ends at a bound is left for the first time.
TEST(ScaleVectors, SpreadsThatReplacedRowsReach) {
  struct Case {
    RowCodes rows;
    std::vector<std::int64_t> most, least;  // of the last of `most` on without bound
  };
  for (const auto& [rows, most, least] :
       {Case{{0, 1, 2, 3, 4, 5, 6, 7}, {4, 5}, {4, 3, 2, 1, 0}},
        Case{kFourths, {36, 40, 156}, {36, 8, 5, 3, 1, 0}}}) {
    const RankPair ranks = uncapped_scale(std::ssize(rows)).ranks();
    const auto left_at = [&, &rows = rows](std::int64_t bound) {
      const RisingLabel above = [bound](Int128 spread) { return spread > bound; };
      return spread_depth_replaced(every_row(rows), ranks, above, kFarEnough);
    };
    for (std::int64_t bound = 0; bound < least[0]; ++bound)
      EXPECT_EQ(left_at(bound),
                std::find_if(least.begin(), least.end(),
                             [&](std::int64_t spread) { return spread <= bound; }) -
                    least.begin())
          << bound;
    for (std::int64_t bound = most[0]; bound < 1000; ++bound)
      EXPECT_EQ(left_at(bound),
                std::find_if(most.begin(), most.end(),
                             [&](std::int64_t spread) { return spread > bound; }) -
                    most.begin())
          << bound;
  }
}

// At offsets 0 and 1/2.
struct BothOffsets {
  std::int64_t plain, beside;
  bool operator==(const BothOffsets&) const = default;
};

BothOffsets paper_depths(const RowCodes& rows) {
  const TestedScale scale = uncapped_scale(std::ssize(rows));
  return {scale.depth(every_row(rows), false), scale.depth(every_row(rows), true)};
}

BothOffsets octave_depths(const RowCodes& rows) {
  const auto depth = [&](Octaves octaves) {
    const RisingLabel label = [octaves](Int128 spread) {
      return spread >= kNoBound
                 ? kFarEnough
                 : octave_of(static_cast<std::uint64_t>(spread), octaves);
    };
    return spread_depth_replaced(
        every_row(rows), uncapped_scale(std::ssize(rows)).ranks(), label, kFarEnough);
  };
  return {depth(Octaves::whole), depth(Octaves::half)};
}

TEST(ScaleVectors, DepthsOfBinsOfThePaperAndOfOctaves) {
  EXPECT_EQ(paper_depths(kFourths), (BothOffsets{1, 1}));
  EXPECT_EQ(octave_depths(kFourths), (BothOffsets{1, 1}));
  EXPECT_EQ(paper_depths(squares_to(20)), (BothOffsets{1, 1}));
  EXPECT_EQ(octave_depths(squares_to(20)), (BothOffsets{2, 1}));
  EXPECT_EQ(paper_depths(ten_and_two()), (BothOffsets{2, 2}));
  EXPECT_EQ(octave_depths(ten_and_two()), (BothOffsets{2, 2}));
  EXPECT_EQ(paper_depths(one_to(100)), (BothOffsets{1, 4}));
  EXPECT_EQ(octave_depths(one_to(100)), (BothOffsets{14, 5}));
  EXPECT_EQ(paper_depths(one_to(1000)), (BothOffsets{3, 31}));
  EXPECT_EQ(octave_depths(one_to(1000)), (BothOffsets{12, 138}));
}

TEST(ScaleVectors, LabelsOfOctaves) {
  const auto labels = [](std::uint64_t spread) {
    return BothOffsets{(octave_of(spread, Octaves::whole) - 2) / 2,
                       (octave_of(spread, Octaves::half) - 3) / 2};
  };
  EXPECT_EQ(labels(36), (BothOffsets{3 + 2, 2 + 2}));  // of fourths: 9
  EXPECT_EQ(labels(200), (BothOffsets{7, 7}));
  EXPECT_EQ(labels(50), (BothOffsets{5, 5}));
  EXPECT_EQ(labels(500), (BothOffsets{8, 8}));
  // sqrt(2^17) is 362.038671967512.
  EXPECT_EQ(ends_of_octave(octave_of(500, Octaves::whole)).middle, 362);
  EXPECT_EQ(ends_of_octave(octave_of(500, Octaves::half)).middle, 512);
}

// ln(spread) over the logarithm of the base, in sixteenths: H = 6.092011605334,
// 18.394498057194, 19.907521837701, 45.966299752751.
TEST(ScaleVectors, StepsOfASpread) {
  EXPECT_EQ(uncapped_scale(10).step_of(9), 97);
  EXPECT_EQ(uncapped_scale(20).step_of(200), 294);
  EXPECT_EQ(uncapped_scale(100).step_of(50), 318);
  EXPECT_EQ(uncapped_scale(1000).step_of(500), 735);
  EXPECT_EQ(uncapped_scale(12).step_of(0), TestedScale::kZero);
}

// The first steps of a scale are rounded up to 2^-16, and all that follow them grow
// with them: ends lie up to a thousandth farther out, an eighth of a step.
TEST(ScaleVectors, EndsOfBins) {
  const TestedScale scale = uncapped_scale(1000);
  const auto expect_end = [&](std::int64_t step, double right) {
    const double end =
        std::ldexp(static_cast<double>(scale.edge(step)), -TestedScale::kEdgeBits);
    EXPECT_GE(end, right) << step;
    EXPECT_LE(end, right * 1.001) << step;
  };
  expect_end(45 * 16, 438.765508350);
  expect_end(46 * 16, 502.283321392);
  expect_end(45 * 16 + 8, 469.451378575);
  expect_end(46 * 16 + 8, 537.411426321);
}

// 1 + 1/ln n, whose sixteenth root is rounded up to 12 digits.
TEST(ScaleVectors, BaseOfTheBins) {
  for (const auto& [people, base] :
       {std::pair(std::int64_t{1000}, 1.144764827301),
        std::pair(std::int64_t{1'000'000}, 1.072382413651),
        std::pair(std::int64_t{1'000'000'000}, 1.048254942434)}) {
    Rational power = uncapped_scale(people).growth();
    for (int twice = 0; twice < 4; ++twice) power = power * power;
    EXPECT_NEAR(power.to_double(), base, 3e-10) << people;
  }
}

// The logarithm of the base, and how many bins a spread of 1.349, or of 2, is above one
// of 1: by the growth of a step, and in steps.
TEST(ScaleVectors, HeightsOfASpread) {
  struct Case {
    std::int64_t people, thousandths;
    double width, height;
  };
  for (const auto& [people, thousandths, width, height] :
       {Case{1000, 1349, 0.135199224907, 2.214240336298},
        Case{1'000'000, 1349, 0.069882728188, 4.283799230367},
        Case{1'000'000'000, 2000, 0.047126821996, 14.708124825928}}) {
    const TestedScale scale = uncapped_scale(people);
    const double bin = 16 * std::log(scale.growth().to_double());
    EXPECT_NEAR(bin, width, 3e-10) << people;
    const double spread = static_cast<double>(thousandths) / 1000;
    EXPECT_NEAR(std::log(spread) / bin, height, 1e-7) << people;
    constexpr Int128 kThousandth = Int128{1} << 40;
    EXPECT_NEAR(static_cast<double>(scale.step_of(thousandths * kThousandth) -
                                    scale.step_of(1000 * kThousandth)),
                16 * height, 1.01)
        << people;
  }
}

// One test of all bins whose ends are a factor of 2 apart, wherever they begin: the
// largest depth of all of them is the least number of rows after which the most that
// the spread can be is more than twice the least. [T126, maximum]
TEST(ScaleVectors, DepthsOfAWindowOfTwice) {
  const auto deepest = [](const RowCodes& rows, std::int64_t spread) {
    std::int64_t most = 0;
    for (std::int64_t from = (spread + 1) / 2; from <= spread; ++from) {
      const RisingLabel bin = [from](Int128 x) -> std::int64_t {
        return x < from ? 0 : x <= 2 * Int128{from} ? 1 : 2;
      };
      most =
          std::max(most, spread_depth_replaced(every_row(rows),
                                               uncapped_scale(std::ssize(rows)).ranks(),
                                               bin, kFarEnough));
    }
    return most;
  };
  EXPECT_EQ(deepest(squares_to(20), 200), 3);
  EXPECT_EQ(deepest(one_to(100), 50), 17);
}

// Tables of a public number of rows, some of them without a bound.
using Unbounded = std::vector<Int128>;

std::vector<Unbounded> unbounded_tables(const Unbounded& values, std::size_t rows) {
  std::vector<Unbounded> tables = {{}};
  for (std::size_t size = 0; size < rows; ++size) {
    std::vector<Unbounded> longer;
    for (const Unbounded& table : tables)
      for (const Int128 value : values)
        if (table.empty() || table.back() <= value) {
          longer.push_back(table);
          longer.back().push_back(value);
        }
    tables = std::move(longer);
  }
  return tables;
}

// How many rows of one must be replaced to have the other, both rising.
std::int64_t rows_apart(const Unbounded& one, const Unbounded& other) {
  std::int64_t alike = 0;
  for (std::size_t i = 0, j = 0; i < one.size() && j < other.size();)
    if (one[i] == other[j])
      ++alike, ++i, ++j;
    else
      ++(one[i] < other[j] ? i : j);
  return std::ssize(one) - alike;
}

// The nearest table with a spread in another bin, over all tables of these values.
// Where the spread has no bound, rows between the quartiles may be counted instead,
// which says less and hides as much.
void expect_nearest_other(std::int64_t people, std::int64_t steps_per_bin) {
  const RowCodes codes = {0, 1, 2, 4, 7};
  Unbounded values = {-kNoBound, kNoBound};
  values.insert(values.begin() + 1, codes.begin(), codes.end());
  const TestedScale scale = uncapped_scale(people, steps_per_bin);
  const auto [low, high] = scale.ranks();
  const auto spread_of = [&, low = low, high = high](const Unbounded& table) {
    return row_difference(table[static_cast<std::size_t>(high - 1)],
                          table[static_cast<std::size_t>(low - 1)]);
  };
  const auto tables = unbounded_tables(values, static_cast<std::size_t>(people));
  for (const bool beside : {false, true}) {
    const auto bin = [&](Int128 spread) -> std::int64_t {
      if (spread == 0) return -kFarEnough;
      if (spread >= kNoBound) return kFarEnough;
      const std::int64_t twice =
          2 * scale.step_of(spread) - (beside ? steps_per_bin : 0);
      return static_cast<std::int64_t>(floor_quotient(twice, 2 * steps_per_bin));
    };
    std::vector<std::int64_t> bins;
    for (const Unbounded& table : tables) bins.push_back(bin(spread_of(table)));
    std::int64_t without_bound = 0, deepest = 0;
    for (const RowCodes& rows : tables_of(codes, static_cast<std::size_t>(people))) {
      const PublicRows given(people, std::span<const std::int64_t>(rows));
      Unbounded table;
      for (std::int64_t rank = 1; rank <= people; ++rank)
        table.push_back(given.at(rank));
      const Int128 spread = spread_of(table);
      std::int64_t nearest = spread >= kNoBound ? high - low : people;
      for (std::size_t i = 0; i < tables.size(); ++i)
        if (bins[i] != bin(spread))
          nearest = std::min(nearest, rows_apart(table, tables[i]));
      ASSERT_EQ(scale.depth(given, beside), nearest)
          << testing::PrintToString(rows) << ' ' << people << ' ' << beside;
      without_bound += spread >= kNoBound ? 1 : 0;
      deepest = std::max(deepest, nearest);
    }
    EXPECT_GT(without_bound, 0);
    EXPECT_GT(deepest, 1);
  }
}

TEST(ScaleVectors, DepthIsTheDistanceToTheNearestTableInAnotherBin) {
  for (std::int64_t people = 3; people <= 7; ++people)
    for (const std::int64_t steps_per_bin : {2, 16})
      expect_nearest_other(people, steps_per_bin);
}

}  // namespace
}  // namespace selvage
