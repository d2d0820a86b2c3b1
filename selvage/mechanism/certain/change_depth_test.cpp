#include "selvage/mechanism/certain/change_depth_testing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "selvage/base/int128.hpp"

namespace selvage {
namespace {

constexpr RankPart kMedian{1, 2}, kLow{1, 4}, kHigh{3, 4};

// No more rows than are said to be needed.
RankWindow cut(const Codes& codes, const RankPart& at, std::int64_t ranks) {
  const RankWindow all = whole(codes);
  const std::int64_t rank = at.rank_of(all.rows);
  const std::int64_t first = std::max<std::int64_t>(1, rank - ranks),
                     last = std::min(all.rows, rank + ranks);
  return {all.rows, first - 1,
          Codes(all.codes.begin() + (first - 1), all.codes.begin() + last)};
}

Codes from_to(std::int64_t first, std::int64_t last) {
  Codes codes(static_cast<std::size_t>(last - first + 1));
  std::iota(codes.begin(), codes.end(), first);
  return codes;
}

std::int64_t depth_of(const Codes& codes, const RankPart& at,
                      std::int64_t most = 1000) {
  return change_depth(cut(codes, at, ranks_needed(at, most)), at, most);
}

std::int64_t spread_depth_of(const Codes& codes, Octaves octaves,
                             std::int64_t most = 1000) {
  const std::int64_t ranks = ranks_needed(kLow, kHigh, most);
  const RankWindow low = cut(codes, kLow, ranks), high = cut(codes, kHigh, ranks);
  return spread_depth({low, high, kLow, kHigh}, octaves, most);
}

// By another program, from the definitions.
TEST(ChangeDepth, OfValues) {
  EXPECT_EQ(depth_of(repeated(1, 60, repeated(0, 40)), kMedian), 20);
  EXPECT_EQ(depth_of(repeated(1, 60, repeated(0, 40)), {1, 4}), 21);
  EXPECT_EQ(depth_of(repeated(1, 60, repeated(0, 40)), {9, 10}), 12);
  EXPECT_EQ(depth_of(repeated(6, 2, repeated(5, 10)), kMedian), 9);
  EXPECT_EQ(depth_of({1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 7, 100}, kMedian), 6);
  EXPECT_EQ(depth_of({}, kMedian), 1);
  EXPECT_EQ(depth_of({3}, kMedian), 1);
  EXPECT_EQ(depth_of(repeated(5, 500), kMedian), 500);
  EXPECT_EQ(depth_of(repeated(5, 500), kMedian, 28), 28);
  EXPECT_EQ(depth_of(from_to(1, 100), kMedian), 1);
}

// Bins of this width, or half a bin beside them; their numbers are rising codes.
Codes binned(Codes codes, std::int64_t width, bool beside) {
  for (auto& code : codes)
    code = static_cast<std::int64_t>(
        floor_quotient(Int128{2} * code - (beside ? width : 0), Int128{2} * width));
  return codes;
}

// By the same program: 1 to 100 and the bin that the median lies in.
TEST(ChangeDepth, OfBins) {
  const Codes hundred = from_to(1, 100);
  EXPECT_EQ(depth_of(binned(hundred, 10, false), kMedian), 2);
  EXPECT_EQ(depth_of(binned(hundred, 10, true), kMedian), 9);
  EXPECT_EQ(depth_of(binned(hundred, 48, false), kMedian), 6);
  EXPECT_EQ(depth_of(binned(hundred, 48, true), kMedian), 43);
}

// By the same program: how far down and up so many edits can take the quantile of 1 to
// n, beyond n where it has no bound then.
TEST(ChangeDepth, OfValuesSaysHowFarEditsReach) {
  struct Case {
    std::int64_t rows;
    RankPart at;
    std::int64_t edits, low, high;
  };
  for (const auto& [rows, at, edits, low, high] :
       {Case{100, kMedian, 1, 50, 51}, Case{100, kMedian, 7, 47, 54},
        Case{101, kMedian, 7, 47, 54}, Case{100, {9, 10}, 7, 84, 97},
        Case{100, kLow, 10, 18, 33}, Case{7, {1, 3}, 3, 1, 5},
        Case{10, {19, 20}, 3, 7, 13}}) {
    const RankWindow window = whole(from_to(1, rows));
    const auto reached = [&, &at = at, &edits = edits](std::int64_t from) {
      return change_depth(window, at, 1000, [from](std::int64_t code) -> std::int64_t {
               return code >= from ? 1 : 0;
             }) <= edits;
    };
    const std::int64_t rank = at.rank_of(rows);
    for (std::int64_t from = 2; from <= rank; ++from)
      EXPECT_EQ(reached(from), low < from || high > rows) << rows << ' ' << from;
    for (std::int64_t from = rank + 1; from <= rows; ++from)
      EXPECT_EQ(reached(from), high >= from) << rows << ' ' << from;
    // Where all codes have one label, only a rank beyond them leaves it.
    EXPECT_EQ(reached(0), high > rows) << rows;
  }
}

// A test of all windows of this width, wherever they begin: the largest depth is the
// least number of edits after which the reach is wider. [T126, maximum]
TEST(ChangeDepth, OfWindowsIsWhenTheReachIsWider) {
  const auto window_depth = [](const Codes& codes, const RankPart& at,
                               std::int64_t width) {
    std::int64_t most = 0;
    const std::int64_t middle = *quantile_of(whole(codes), at);
    for (std::int64_t from = middle - width; from <= middle; ++from)
      most = std::max(
          most,
          change_depth(whole(codes), at, 1000, [=](std::int64_t code) -> std::int64_t {
            return code < from ? 0 : code <= from + width ? 1 : 2;
          }));
    return most;
  };
  const Codes hundred = from_to(1, 100), ties = {1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 7, 100};
  const std::int64_t widths[] = {4, 7, 10, 48}, median[] = {5, 8, 11, 49},
                     high[] = {3, 5, 6, 12}, low[] = {3, 6, 7, 33}, small[] = {0, 1, 5},
                     tied[] = {6, 7, 9};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(window_depth(hundred, kMedian, widths[i]), median[i]);
    EXPECT_EQ(window_depth(hundred, {9, 10}, widths[i]), high[i]);
    EXPECT_EQ(window_depth(hundred, kLow, widths[i]), low[i]);
  }
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(window_depth(ties, kMedian, small[i]), tied[i]);
}

TEST(ChangeDepth, OfOctavesOfASpread) {
  EXPECT_EQ(spread_depth_of(from_to(1, 100), Octaves::whole), 27);
  EXPECT_EQ(spread_depth_of(from_to(1, 100), Octaves::half), 9);
  Codes squares;
  for (std::int64_t k = 1; k <= 20; ++k) squares.push_back(k * k);
  EXPECT_EQ(spread_depth_of(squares, Octaves::whole), 3);
  EXPECT_EQ(spread_depth_of(squares, Octaves::half), 2);
  // In fourths: 0, 0, 1, 1.5, 2, 2.25, 3, 10, 11, 40.
  const Codes fourths = {0, 0, 4, 6, 8, 9, 12, 40, 44, 160};
  EXPECT_EQ(spread_depth_of(fourths, Octaves::whole), 1);
  EXPECT_EQ(spread_depth_of(fourths, Octaves::half), 1);
  EXPECT_EQ(spread_depth_of({}, Octaves::whole), 1);
  EXPECT_EQ(spread_depth_of(repeated(7, 40), Octaves::half), 14);
}

// By the same program: the most and the least that the spread is after so many edits.
// Codes are multiplied so that the ends of octaves fall on all places.
TEST(ChangeDepth, OfOctavesSaysHowFarEditsTakeASpread) {
  constexpr std::int64_t kEndless = 1'000'000;
  struct Reached {
    std::int64_t edits, most, least;
  };
  struct Case {
    Codes codes;
    std::vector<Reached> reached;
  };
  Codes eight(8);
  std::iota(eight.begin(), eight.end(), 0);
  int left = 0;
  for (const auto& [codes, reached] :
       {Case{eight,
             {{0, 4, 4},
              {1, 5, 3},
              {2, 5, 3},
              {3, kEndless, 2},
              {4, kEndless, 2},
              {5, kEndless, 1}}},
        // In fourths.
        Case{{0, 0, 4, 6, 8, 9, 12, 40, 44, 160},
             {{0, 36, 36},
              {1, 40, 8},
              {2, 40, 8},
              {3, 156, 5},
              {4, kEndless, 5},
              {5, kEndless, 3}}},
        Case{from_to(1, 100),
             {{1, 51, 49}, {2, 51, 49}, {3, 52, 48}, {4, 52, 48}, {10, 55, 45}}}})
    for (std::int64_t times = 2048; times < 4096; times += 13) {
      Codes larger = codes;
      for (auto& code : larger) code *= times;
      for (const Octaves octaves : {Octaves::whole, Octaves::half}) {
        const std::int64_t depth = spread_depth_of(larger, octaves);
        const auto octave = [&, octaves = octaves](std::int64_t spread) {
          return octave_of(static_cast<std::uint64_t>(spread * times), octaves);
        };
        const std::int64_t spread =
            *spread_of({whole(codes), whole(codes), kLow, kHigh});
        for (const auto& [edits, most, least] : reached) {
          const bool leaves =
              octave(most) != octave(spread) || octave(least) != octave(spread);
          EXPECT_EQ(depth <= edits, leaves) << times << ' ' << edits;
          left += leaves ? 1 : 0;
        }
      }
    }
  EXPECT_GT(left, 1000);
}

TEST(ChangeDepth, OctavesHoldWhatTheySay) {
  for (std::uint64_t x = 0; x < 5000; ++x)
    for (const Octaves octaves : {Octaves::whole, Octaves::half}) {
      const std::int64_t bin = octave_of(x, octaves);
      const OctaveEnds ends = ends_of_octave(bin);
      EXPECT_LE(ends.least, static_cast<std::int64_t>(x));
      EXPECT_GE(ends.most, static_cast<std::int64_t>(x));
      EXPECT_TRUE(ends.least <= ends.middle && ends.middle <= ends.most);
      if (x == 0) continue;
      EXPECT_EQ(octave_of(static_cast<std::uint64_t>(ends.least), octaves), bin);
      EXPECT_EQ(octave_of(static_cast<std::uint64_t>(ends.most), octaves), bin);
      EXPECT_EQ(octave_of(static_cast<std::uint64_t>(ends.most) + 1, octaves), bin + 2);
    }
  EXPECT_EQ(octave_of(0, Octaves::half), 0);
  EXPECT_EQ(octave_of(1, Octaves::half), 1);
  EXPECT_EQ(octave_of(~std::uint64_t{0} >> 1, Octaves::whole), 126);
  EXPECT_EQ(ends_of_octave(126).most, std::numeric_limits<std::int64_t>::max());
}

// The whole powers k with 2^k <= x, and 2^(k + 1/2) <= x, of the same tables' spreads.
TEST(ChangeDepth, OctavesAreThoseOfTheVectors) {
  const auto power_of = [](std::uint64_t x, Octaves octaves) {
    return (octave_of(x, octaves) - (octaves == Octaves::whole ? 2 : 3)) / 2;
  };
  // 9, in fourths: two octaves more.
  EXPECT_EQ(power_of(36, Octaves::whole) - 2, 3);
  EXPECT_EQ(power_of(36, Octaves::half) - 2, 2);
  EXPECT_EQ(power_of(50, Octaves::whole), 5);
  EXPECT_EQ(power_of(50, Octaves::half), 5);
  EXPECT_EQ(power_of(200, Octaves::whole), 7);
  EXPECT_EQ(power_of(200, Octaves::half), 7);
}

constexpr std::int64_t kNobody = -5;

TEST(ChangeDepth, OfValuesIsTheDistanceThatASearchFinds) {
  const RankPart parts[] = {kMedian, kLow, kHigh, {9, 10}, {1, 3}, {2, 7}};
  for (const Codes& table : small_tables(4))
    for (const RankPart& at : parts) {
      const LabelOf label = [&](const Codes& codes) {
        return quantile_of(whole(codes), at).value_or(kNobody);
      };
      EXPECT_EQ(depth_of(table, at), searched(table, label))
          << testing::PrintToString(table) << ' ' << at.part << '/' << at.whole;
    }
}

TEST(ChangeDepth, OfOctavesIsTheDistanceThatASearchFinds) {
  for (const Codes& table : small_tables(4))
    for (const Octaves octaves : {Octaves::whole, Octaves::half}) {
      const LabelOf label = [&](const Codes& codes) {
        const RankWindow window = whole(codes);
        const auto spread = spread_of({window, window, kLow, kHigh});
        return spread ? octave_of(*spread, octaves) : kNobody;
      };
      EXPECT_EQ(spread_depth_of(table, octaves), searched(table, label))
          << testing::PrintToString(table);
    }
}

std::int64_t jump_depth_of(const Codes& codes, const RankPart& at, std::uint64_t bound,
                           std::int64_t most = 1000) {
  return jump_depth(cut(codes, at, most + 2), at, bound, most);
}

// By another program, from the definitions.
TEST(ChangeDepth, OfJumps) {
  const Codes hundred = from_to(1, 100);
  const std::uint64_t bounds[] = {4, 7, 10, 48};
  const std::int64_t median[] = {4, 7, 10, 48}, high[] = {4, 7, 10, 11},
                     low[] = {4, 7, 10, 33};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(jump_depth_of(hundred, kMedian, bounds[i]), median[i]);
    EXPECT_EQ(jump_depth_of(hundred, {9, 10}, bounds[i]), high[i]);
    EXPECT_EQ(jump_depth_of(hundred, kLow, bounds[i]), low[i]);
  }
  EXPECT_EQ(jump_depth_of(from_to(1, 1000), kMedian, 48), 48);
  EXPECT_EQ(jump_depth_of(from_to(1, 1000), {9, 10}, 20), 20);
  Codes squares;
  for (std::int64_t k = 1; k <= 100; ++k) squares.push_back(k * k);
  EXPECT_EQ(jump_depth_of(squares, kMedian, 1000), 10);
  EXPECT_EQ(jump_depth_of(squares, {9, 10}, 1000), 5);
  EXPECT_EQ(jump_depth_of(squares, kLow, 1000), 16);
  const Codes ties = {1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 7, 100};
  EXPECT_EQ(jump_depth_of(ties, kMedian, 0), 5);
  EXPECT_EQ(jump_depth_of(ties, kMedian, 1), 6);
  EXPECT_EQ(jump_depth_of(ties, kMedian, 5), 8);
  const Codes coins = repeated(1, 60, repeated(0, 40));
  EXPECT_EQ(jump_depth_of(coins, kMedian, 0), 19);
  EXPECT_EQ(jump_depth_of(coins, kLow, 0), 20);
  EXPECT_EQ(jump_depth_of(coins, {9, 10}, 0), 11);
  EXPECT_EQ(jump_depth_of(coins, kMedian, 0, 12), 12);
  EXPECT_EQ(jump_depth_of(repeated(6, 2, repeated(5, 10)), kMedian, 0), 8);
  EXPECT_EQ(jump_depth_of({}, kMedian, 0), 0);
  EXPECT_EQ(jump_depth_of({3}, kMedian, 0), 0);
  EXPECT_EQ(jump_depth_of({}, kMedian, 5), 0);
  EXPECT_EQ(jump_depth_of({3}, kMedian, 5), 0);
}

// Whether one row that comes or leaves moves the quantile by more, by trying all.
bool jumps(const Codes& table, const RankPart& at, std::int64_t bound) {
  const auto now = quantile_of(whole(table), at);
  if (!now) return true;
  const auto far = [&](const Codes& other) {
    const auto there = quantile_of(whole(other), at);
    return !there || std::abs(*there - *now) > bound;
  };
  for (const std::int64_t code : {-1000, 0, 1, 2, 4, 7, 1000})
    if (far(repeated(code, 1, table))) return true;
  for (std::size_t i = 0; i < table.size(); ++i) {
    Codes less = table;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
    if (far(less)) return true;
  }
  return false;
}

TEST(ChangeDepth, OfJumpsIsTheDistanceThatASearchFinds) {
  for (const RankPart& at : {kMedian, kLow, kHigh, RankPart{9, 10}, RankPart{2, 7}})
    for (const std::int64_t bound : {0, 2, 5})
      for (const Codes& table : small_tables(4)) {
        const LabelOf label = [&](const Codes& codes) -> std::int64_t {
          return jumps(codes, at, bound) ? 1 : 0;
        };
        EXPECT_EQ(jump_depth_of(table, at, static_cast<std::uint64_t>(bound)),
                  label(table) == 1 ? 0 : searched(table, label))
            << testing::PrintToString(table) << ' ' << at.part << '/' << at.whole << ' '
            << bound;
      }
}

// A quantile that one row cannot move is one edit from one that it can.
TEST(ChangeDepth, OfValuesIsOneMoreThanOfJumpsAtAll) {
  for (const Codes& table : small_tables(5))
    for (const RankPart& at : {kMedian, kLow, RankPart{9, 10}})
      EXPECT_EQ(depth_of(table, at), jump_depth_of(table, at, 0) + 1);
}

// Longer tables, by the rows alone that are said to be needed, with caps: a row that
// comes moves a depth by one at most, where the label stays; and else both are 1.
TEST(ChangeDepth, OfLongerTablesChangesByOneAtMost) {
  std::mt19937 random(3);
  const RankPart parts[] = {kMedian, kLow, {9, 10}, {1, 3}, {99, 100}, {2, 7}};
  std::int64_t deepest = 0;
  const auto expect_next = [&](std::int64_t a, std::int64_t b, bool same) {
    deepest = std::max(deepest, a);
    EXPECT_LE(std::abs(a - b), 1);
    EXPECT_TRUE(same || (a == 1 && b == 1));
  };
  for (int round = 0; round < 2000; ++round) {
    Codes table(random() % 80);
    const auto values = static_cast<std::int64_t>(random() % 20 + 1);
    for (auto& code : table) {
      code = static_cast<std::int64_t>(random()) % values;
      if (random() % 4 == 0) code *= code;
    }
    const Codes more =
        repeated(static_cast<std::int64_t>(random() % 200) - 50, 1, table);
    const std::int64_t most = random() % 2 == 0 ? 1000 : random() % 12 + 2;
    const RankWindow here = whole(table), there = whole(more);
    const RankPart& at = parts[random() % std::size(parts)];
    expect_next(depth_of(table, at, most), depth_of(more, at, most),
                quantile_of(here, at) == quantile_of(there, at));
    for (const Octaves octaves : {Octaves::whole, Octaves::half}) {
      const auto octave = [&](const RankWindow& window) {
        const auto spread = spread_of({window, window, kLow, kHigh});
        return spread ? octave_of(*spread, octaves) : kNobody;
      };
      expect_next(spread_depth_of(table, octaves, most),
                  spread_depth_of(more, octaves, most), octave(here) == octave(there));
    }
  }
  EXPECT_GE(deepest, 20);
}

// [T126] Of octaves and of those half an octave beside: the larger depth moves by one
// where a row comes or leaves, and where it is 2 or more the spread stays in one of its
// two octaves. So does what is cut at a cap above 1.
TEST(ChangeDepth, CapsMaximaAndLowerBoundsMayStandForADistance) {
  const auto octave = [](const Codes& codes, Octaves octaves) {
    const RankWindow window = whole(codes);
    const auto spread = spread_of({window, window, kLow, kHigh});
    return spread ? octave_of(*spread, octaves) : kNobody;
  };
  const auto largest = [](const Codes& codes, std::int64_t most) {
    return std::max(spread_depth_of(codes, Octaves::whole, most),
                    spread_depth_of(codes, Octaves::half, most));
  };
  int alike = 0;
  for (const Codes& table : small_tables(6)) {
    const std::int64_t depth = largest(table, 1000);
    for (const std::int64_t cap : {2, 3})
      EXPECT_EQ(largest(table, cap), std::min(depth, cap));
    for (const std::int64_t code : {-1000, 0, 1, 2, 4, 7, 1000}) {
      Codes more = repeated(code, 1, table);
      std::sort(more.begin(), more.end());
      const std::int64_t moved = largest(more, 1000) - depth;
      EXPECT_LE(moved, 1);
      EXPECT_GE(moved, -1);
      if (std::max(depth, depth + moved) < 2) continue;
      const bool stays_whole =
          octave(table, Octaves::whole) == octave(more, Octaves::whole);
      const bool stays_half =
          octave(table, Octaves::half) == octave(more, Octaves::half);
      EXPECT_TRUE(stays_whole || stays_half);
      alike += stays_whole == stays_half ? 0 : 1;
    }
  }
  EXPECT_GT(alike, 10);  // only one of the two says it
}

}  // namespace
}  // namespace selvage
