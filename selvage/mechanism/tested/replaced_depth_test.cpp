#include "selvage/mechanism/tested/replaced_depth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/row_codes_testing.hpp"
#include "selvage/mechanism/tested/tested_location.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMost = 1000;

RowCodes counted(std::int64_t last) {
  RowCodes rows;
  for (std::int64_t i = 1; i <= last; ++i) rows.push_back(i);
  return rows;
}

PublicRows all_of(const RowCodes& rows) {
  return {std::ssize(rows), std::span<const std::int64_t>(rows)};
}

Int128 sum_without_ends(const RowCodes& rows, std::size_t left_out) {
  Int128 sum = 0;
  for (std::size_t i = left_out; i + left_out < rows.size(); ++i) sum += rows[i];
  return sum;
}

RankPair quartiles(const RowCodes& rows) {
  const std::int64_t n = std::ssize(rows);
  return {(n + 3) / 4, n - n / 4};
}

RisingLabel bins(std::int64_t width, bool beside) {
  return [=](Int128 x) {
    const Int128 twice = 2 * x - (beside ? width : 0);
    return static_cast<std::int64_t>(floor_quotient(twice, 2 * Int128{width}) %
                                     (Int128{1} << 60));
  };
}

// Whole powers of two; 0 is a label of its own.
std::int64_t octave_label(Int128 x) {
  std::int64_t label = -1;
  for (; x > 0; x /= 2) ++label;
  return label;
}

// By another program, from the definitions.
TEST(ReplacedDepth, OfMediansAndBins) {
  const RowCodes hundred = counted(100);
  EXPECT_EQ(value_depth_replaced(all_of(hundred), 50, bins(10, false), kMost), 1);
  EXPECT_EQ(value_depth_replaced(all_of(hundred), 50, bins(10, true), kMost), 5);
  const auto both = [&](const RowCodes& rows, std::int64_t rank, std::int64_t width) {
    return std::pair(
        value_depth_replaced(all_of(rows), rank, bins(width, false), kMost),
        value_depth_replaced(all_of(rows), rank, bins(width, true), kMost));
  };
  EXPECT_EQ(both(hundred, 50, 7), std::pair(std::int64_t{2}, std::int64_t{3}));
  EXPECT_EQ(both(hundred, 90, 10), std::pair(std::int64_t{1}, std::int64_t{5}));
  EXPECT_EQ(both(hundred, 25, 4), std::pair(std::int64_t{2}, std::int64_t{1}));
  EXPECT_EQ(jump_depth_replaced(all_of(hundred), 50, 10, kMost), 10);
  EXPECT_EQ(jump_depth_replaced(all_of(hundred), 50, 7, kMost), 7);
  EXPECT_EQ(jump_depth_replaced(all_of(hundred), 90, 10, kMost), 10);
  EXPECT_EQ(jump_depth_replaced(all_of(hundred), 25, 4, kMost), 4);
  EXPECT_EQ(jump_depth_replaced(all_of(counted(1000)), 500, 48, kMost), 48);
  EXPECT_EQ(value_depth_replaced(all_of(counted(1000)), 500, bins(48, false), kMost),
            21);
  EXPECT_EQ(value_depth_replaced(all_of(counted(1000)), 500, bins(48, true), kMost), 4);
  const RowCodes ties = {1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 7, 100};
  EXPECT_EQ(both(ties, 6, 1), std::pair(std::int64_t{3}, std::int64_t{3}));
  EXPECT_EQ(jump_depth_replaced(all_of(ties), 6, 0, kMost), 2);
  EXPECT_EQ(jump_depth_replaced(all_of(ties), 6, 1, kMost), 4);
  EXPECT_EQ(jump_depth_replaced(all_of(ties), 6, 5, kMost), 5);
  RowCodes coins(100, 1);
  std::fill_n(coins.begin(), 40, 0);
  EXPECT_EQ(jump_depth_replaced(all_of(coins), 50, 0, kMost), 9);
  EXPECT_EQ(value_depth_replaced(all_of(coins), 50, bins(1, false), kMost), 10);
}

// Doubles whose difference rounds to 1 lie 17 sixteenths apart once they are whole
// numbers: neither of these neighbours may tell its median with noise for 16.
TEST(ReplacedDepth, OfJumpsIsThatOfWholeNumbers) {
  const Grid eighths = *Grid::codes({1, 8}), sixteenths = *Grid::codes({1, 16});
  EXPECT_EQ(eighths.steps(0.1249), 1);
  EXPECT_EQ(eighths.steps(1.1249), 9);
  const double low = 0.031249999999999993, high = 1.03125;
  EXPECT_EQ(high - low, 1);
  const std::int64_t at_low = sixteenths.steps(low).value(),
                     at_high = sixteenths.steps(high).value();
  EXPECT_EQ(at_low, 0);
  EXPECT_EQ(at_high, 17);
  for (const std::size_t zeros : {19U, 20U}) {
    RowCodes rows(zeros, at_low);
    rows.insert(rows.end(), 13, at_high);
    rows.resize(40, sixteenths.steps(100.0).value());
    EXPECT_EQ(rows.back(), 1600);
    EXPECT_EQ(jump_depth_replaced(all_of(rows), 20, 16, kMost), 0) << zeros;
    // With room for 17 they are 12 and 13 away from a jump.
    EXPECT_EQ(jump_depth_replaced(all_of(rows), 20, 17, kMost),
              static_cast<std::int64_t>(zeros) - 7)
        << zeros;
  }
}

// 0, 1, 3, 6 and 10 between -20 and 20, of which there are as many as one likes: the
// most that a row moves the median by after so many were replaced.
TEST(ReplacedDepth, OfJumpsBetweenBounds) {
  RowCodes rows(6, -20);
  rows.insert(rows.end(), {0, 1, 3, 6, 10});
  rows.insert(rows.end(), 6, 20);
  const std::int64_t moves[] = {3, 7, 23, 26, 30, 40};
  for (std::int64_t k = 0; k < 6; ++k) {
    EXPECT_EQ(jump_depth_replaced(all_of(rows), 9, moves[k] - 1, kMost), k);
    EXPECT_GT(jump_depth_replaced(all_of(rows), 9, moves[k], kMost), k);
  }
}

TEST(ReplacedDepth, OfOctavesOfASpread) {
  const RowCodes hundred = counted(100);
  EXPECT_TRUE(spread_between(all_of(hundred), quartiles(hundred)) == 50);
  EXPECT_EQ(
      spread_depth_replaced(all_of(hundred), quartiles(hundred), octave_label, kMost),
      14);
  RowCodes squares;
  for (std::int64_t k = 1; k <= 20; ++k) squares.push_back(k * k);
  EXPECT_TRUE(spread_between(all_of(squares), quartiles(squares)) == 200);
  EXPECT_EQ(
      spread_depth_replaced(all_of(squares), quartiles(squares), octave_label, kMost),
      2);
  const RowCodes same = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6};
  EXPECT_EQ(spread_depth_replaced(all_of(same), quartiles(same), octave_label, kMost),
            2);
}

TEST(ReplacedDepth, OfTrimmedSums) {
  const RowCodes rows = {-50, -3, -2, -1, 0, 0, 1, 2, 3, 4, 6, 900};
  // One row moves it by 8, after one other by 902, after two by anything.
  const std::int64_t bounds[] = {5, 6, 7, 8, 60, 901, 902, 1000, 1'000'000},
                     depths[] = {0, 0, 0, 1, 1, 1, 2, 2, 2};
  for (std::size_t i = 0; i < std::size(bounds); ++i)
    EXPECT_EQ(sum_depth_replaced(all_of(rows), 2, bounds[i], kMost), depths[i]);
  EXPECT_EQ(sum_depth_replaced(all_of(counted(100)), 5, 90, kMost), 1);
  EXPECT_EQ(sum_depth_replaced(all_of(counted(100)), 5, 95, kMost), 5);
  EXPECT_EQ(sum_depth_replaced(all_of(counted(100)), 5, 100, kMost), 5);
}

// The sum that is read, over as many rows as are kept.
TEST(ReplacedDepth, TrimmedSumsAreReadAsTheyAre) {
  const auto read = [](const RowCodes& rows, const Rational& part) {
    CodesReader reader({*Domain::make({}), Measure{"x", *Grid::codes(1)}, {}}, rows);
    return reader.trimmed({part, 1, std::ssize(rows)})->front().sum;
  };
  const auto kept = [](std::int64_t people, const Rational& part) {
    return TestedTrimmedMean::make({people, 1, {1, 1000}}, part)->kept();
  };
  EXPECT_TRUE(read({-50, -3, -2, -1, 0, 0, 1, 2, 3, 4, 6, 900}, {1, 6}) == 7);
  EXPECT_EQ(Rational(7) / kept(12, {1, 6}), Rational(875, 1000));
  EXPECT_TRUE(read(counted(100), {1, 20}) == 4545);
  EXPECT_EQ(Rational(4545) / kept(100, {1, 20}), Rational(505, 10));
}

const RowCodes kCodes = {-1000, 0, 1, 2, 4, 7, 1000};

// The least number of rows replaced until `other` holds, by search.
template <class Other>
std::int64_t searched_depth(const RowCodes& table, const Other& other) {
  std::set<RowCodes> seen = {table}, edge = {table};
  for (std::int64_t m = 0;; ++m) {
    for (const RowCodes& rows : edge)
      if (other(rows)) return m;
    std::set<RowCodes> next;
    for (const RowCodes& rows : edge)
      for (RowCodes& more : with_one_replaced(rows, kCodes))
        if (seen.insert(more).second) next.insert(std::move(more));
    edge = std::move(next);
    if (edge.empty()) return kMost;
  }
}

template <class Number>
bool moves_by_more(const RowCodes& rows, const Number& number, Int128 bound) {
  for (const RowCodes& other : with_one_replaced(rows, kCodes)) {
    const Int128 moved = number(other) - number(rows);
    if (moved > bound || moved < -bound) return true;
  }
  return false;
}

// [T133] on all tables of four and five rows.
TEST(ReplacedDepth, IsTheDistanceThatASearchFinds) {
  for (const RowCodes& table : tables_of({0, 1, 2, 4, 7}, 5)) {
    const std::int64_t n = std::ssize(table);
    if (n < 4) continue;
    const RankPair pair = quartiles(table);
    const std::int64_t spread = octave_label(spread_between(all_of(table), pair));
    EXPECT_EQ(spread_depth_replaced(all_of(table), pair, octave_label, kMost),
              searched_depth(table, [&](const RowCodes& rows) {
                return octave_label(spread_between(all_of(rows), pair)) != spread;
              }));
    for (std::int64_t rank = 1; rank <= n; ++rank) {
      const auto value = [rank](const RowCodes& rows) {
        return Int128{rows[static_cast<std::size_t>(rank - 1)]};
      };
      const RisingLabel label = bins(3, true);
      EXPECT_EQ(value_depth_replaced(all_of(table), rank, label, kMost),
                searched_depth(table, [&](const RowCodes& rows) {
                  return label(value(rows)) != label(value(table));
                }));
      for (const std::int64_t bound : {0, 2, 5})
        EXPECT_EQ(jump_depth_replaced(all_of(table), rank, bound, kMost),
                  searched_depth(table, [&](const RowCodes& rows) {
                    return moves_by_more(rows, value, bound);
                  }));
    }
    const auto sum = [](const RowCodes& rows) { return sum_without_ends(rows, 1); };
    for (const std::int64_t bound : {0, 3, 6})
      EXPECT_EQ(sum_depth_replaced(all_of(table), 1, bound, kMost),
                searched_depth(table, [&](const RowCodes& rows) {
                  return moves_by_more(rows, sum, bound);
                }));
  }
}

// What stands for a distance in a test (T126), on all tables of four and five rows and
// all that one row replaced makes of them: it moves by one at most, and above its last
// bad number no such row does what `spoils` says.
template <class Depth, class Spoils>
void expect_stands_for_a_distance(std::int64_t last_bad, const Depth& depth,
                                  const Spoils& spoils) {
  int above = 0;
  for (const RowCodes& table : tables_of({0, 1, 2, 4, 7}, 5)) {
    if (table.size() < 4) continue;
    const std::int64_t here = depth(table);
    above += here > last_bad ? 1 : 0;
    for (const RowCodes& other : with_one_replaced(table, kCodes)) {
      const std::int64_t moved = depth(other) - here;
      EXPECT_LE(moved, 1);
      EXPECT_GE(moved, -1);
      if (here > last_bad) {
        EXPECT_FALSE(spoils(table, other));
      }
    }
  }
  EXPECT_GT(above, 10);  // else the lines above prove little
}

struct MedianBins {
  std::int64_t width;
  std::int64_t most = kMost;
  static constexpr Int128 kFar = 1'000'000;

  static std::int64_t rank(const RowCodes& rows) { return (std::ssize(rows) + 1) / 2; }
  static Int128 median(const RowCodes& rows) { return all_of(rows).at(rank(rows)); }
  // Ends of the line have bins of their own.
  RisingLabel labels(bool beside) const {
    return [label = bins(width, beside)](Int128 x) {
      return label(std::clamp(x, -kFar, kFar));
    };
  }
  std::int64_t label(const RowCodes& rows, bool beside) const {
    return labels(beside)(median(rows));
  }
  std::int64_t depth(const RowCodes& rows, bool beside) const {
    return value_depth_replaced(all_of(rows), rank(rows), labels(beside), most);
  }
  std::int64_t largest_depth(const RowCodes& rows) const {
    return std::max(depth(rows, false), depth(rows, true));
  }
};

TEST(ReplacedDepth, CapsMaximaAndLowerBoundsMayStandForADistance) {
  const MedianBins bin{4};
  // Of bins and of those beside them: a row that is replaced leaves the median in one
  // of its two bins, and moves it by less than their width.
  const auto leaves_both = [bin](const RowCodes& table, const RowCodes& other) {
    const Int128 moved = MedianBins::median(other) - MedianBins::median(table);
    return (bin.label(table, false) != bin.label(other, false) &&
            bin.label(table, true) != bin.label(other, true)) ||
           moved >= bin.width || moved <= -bin.width;
  };
  expect_stands_for_a_distance(
      1, [bin](const RowCodes& rows) { return bin.largest_depth(rows); }, leaves_both);
  for (const std::int64_t cap : {2, 3}) {
    const MedianBins capped{bin.width, cap};
    expect_stands_for_a_distance(
        1, [=](const RowCodes& rows) { return capped.largest_depth(rows); },
        leaves_both);
    for (const RowCodes& rows : tables_of({0, 1, 2, 4, 7}, 5))
      if (!rows.empty()) {
        EXPECT_EQ(capped.largest_depth(rows), std::min(cap, bin.largest_depth(rows)));
      }
  }
  // Of parts of a bin: less than the distance, and as good.
  const auto leaves = [bin](const RowCodes& table, const RowCodes& other) {
    return bin.label(table, false) != bin.label(other, false);
  };
  expect_stands_for_a_distance(
      1, [](const RowCodes& rows) { return MedianBins{2}.depth(rows, false); }, leaves);
  // Of smaller moves: what is bad ends at 0.
  const auto moves = [](const RowCodes& table, const RowCodes& other) {
    const Int128 moved = MedianBins::median(other) - MedianBins::median(table);
    return moved > 3 || moved < -3;
  };
  expect_stands_for_a_distance(
      0,
      [](const RowCodes& rows) {
        return jump_depth_replaced(all_of(rows), MedianBins::rank(rows), 1, kMost);
      },
      moves);
  for (const RowCodes& rows : tables_of({0, 1, 2, 4, 7}, 5))
    if (!rows.empty()) {
      EXPECT_LE(MedianBins{2}.depth(rows, false), bin.depth(rows, false));
      EXPECT_LE(jump_depth_replaced(all_of(rows), MedianBins::rank(rows), 1, kMost),
                jump_depth_replaced(all_of(rows), MedianBins::rank(rows), 3, kMost));
    }
  // The least of both depths stands for either.
  expect_stands_for_a_distance(
      1,
      [bin](const RowCodes& rows) {
        return std::min(bin.depth(rows, false), bin.depth(rows, true));
      },
      leaves);
}

// [T126, cap] A depth that is one too large just below the cap would move by two.
TEST(ReplacedDepth, ACapCutsADepthAndChangesNothingBelow) {
  std::int64_t deepest = 0;
  for (const RowCodes& table : tables_of({0, 1, 4, 5}, 9)) {
    if (table.size() < 7) continue;
    const PublicRows rows = all_of(table);
    const auto depths = [&](std::int64_t most) {
      return std::vector<std::int64_t>{
          spread_depth_replaced(rows, quartiles(table), octave_label, most),
          spread_depth_replaced(rows, {2, 5}, octave_label, most),
          jump_depth_replaced(rows, 3, 3, most),
          jump_depth_replaced(rows, 5, 3, most),
          sum_depth_replaced(rows, 2, 4, most),
          sum_depth_replaced(rows, 3, 4, most)};
    };
    const auto whole = depths(kMost);
    for (std::int64_t most = 1; most <= 5; ++most) {
      const auto capped = depths(most);
      for (std::size_t i = 0; i < whole.size(); ++i) {
        deepest = std::max(deepest, whole[i]);
        EXPECT_EQ(capped[i], std::min(most, whole[i])) << i << ' ' << most;
      }
    }
  }
  EXPECT_GE(deepest, 3);
}

// One test of the largest depth, then the median with noise for one bin, cost (test +
// release, delta) and not two tests: the sum of max(0, P(x) - e^cost P'(x)) over all
// outputs x, for all neighbours. Noise is cut off where less than 1e-12 is left. A
// margin that is one too small, and half of the noise, are seen.
TEST(ReplacedDepth, OneTestOfTheLargestDepthHidesARow) {
  const double test = 0.7, release = 0.9, cost = test + release;
  const MedianBins bin{4};
  const auto law_of = [](double slope, std::int64_t x) {
    const double q = std::exp(-slope);
    return (1 - q) / (1 + q) * std::pow(q, std::abs(static_cast<double>(x)));
  };
  const auto at_least = [](double slope, std::int64_t x) {
    const double q = std::exp(-slope);
    return x > 0 ? std::pow(q, static_cast<double>(x)) / (1 + q)
                 : 1 - std::pow(q, static_cast<double>(1 - x)) / (1 + q);
  };
  const auto largest_excess = [&](std::int64_t margin, double noise) {
    double most = 0;
    for (const RowCodes& table : tables_of({0, 1, 4, 7, 40}, 5)) {
      if (table.size() != 5) continue;
      const auto passes = [&](const RowCodes& rows) {
        return at_least(test, margin + 1 - bin.largest_depth(rows));
      };
      for (const RowCodes& other : with_one_replaced(table, kCodes)) {
        const double here = passes(table), there = passes(other);
        const auto one = static_cast<std::int64_t>(MedianBins::median(table)),
                   two = static_cast<std::int64_t>(MedianBins::median(other));
        double excess = std::max(0.0, 1 - here - std::exp(cost) * (1 - there));
        const double slope = release / (noise * static_cast<double>(bin.width - 1));
        for (std::int64_t x = std::min(one, two) - 200; x <= std::max(one, two) + 200;
             ++x) {
          const double p = here * law_of(slope, x - one),
                       other_p = there * law_of(slope, x - two);
          excess += std::max(0.0, p - std::exp(cost) * other_p);
        }
        most = std::max(most, excess);
      }
    }
    return most;
  };
  const std::int64_t margin = 6;
  const double delta = at_least(test, margin);
  EXPECT_LE(largest_excess(margin, 1), delta + 1e-12);
  EXPECT_GT(largest_excess(margin - 1, 1), delta);
  EXPECT_GT(largest_excess(margin, 0.5), delta);
}

}  // namespace
}  // namespace selvage
