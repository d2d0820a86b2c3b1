#include "selvage/mechanism/trimmed_mean/mean_reach.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "selvage/base/rational.hpp"
#include "selvage/mechanism/certain/change_depth_testing.hpp"

namespace selvage {
namespace {

constexpr Trimming kTenth{{1, 20}}, kHalf{{1, 4}};
const Trimming kAll[] = {kTenth, kHalf, {{1, 10}}, {{1, 6}}, {{3, 10}}, {{9, 20}}};

struct Ends {
  explicit Ends(const Codes& codes) : window(whole(codes)) {}
  RankWindow window;
  TrimmedEnds of(const Trimming& trimming) const { return {window, window, trimming}; }
};

std::optional<Uint128> reach_of(const Codes& codes, const Trimming& trimming,
                                int bits) {
  const Ends ends(codes);
  return mean_reach(ends.of(trimming), bits);
}

std::optional<Rational> mean_of(Codes codes, const Trimming& trimming) {
  std::sort(codes.begin(), codes.end());
  const auto rows = static_cast<std::int64_t>(codes.size());
  if (rows == 0 || trimming.kept(rows) < 1) return std::nullopt;
  const std::int64_t out = trimming.left_out(rows);
  const std::int64_t sum =
      std::accumulate(codes.begin() + out, codes.end() - out, std::int64_t{0});
  return Rational(sum, trimming.kept(rows));
}

// [T129] by hand: -50 -3 -2 -1 0 0 1 2 3 4 6 900 without two rows at either end: the
// ends are -3 and 6, and eight rows are kept.
TEST(MeanReach, IsTheDistanceOfTheEndsOverTheRowsKept) {
  const Codes codes = {-50, -3, -2, -1, 0, 0, 1, 2, 3, 4, 6, 900};
  EXPECT_EQ(mean_of(codes, {{1, 6}}), Rational(7, 8));
  EXPECT_TRUE(reach_of(codes, {{1, 6}}, 3) == Uint128{9});
  EXPECT_TRUE(reach_of(codes, {{1, 6}}, 0) == Uint128{2});
  EXPECT_TRUE(reach_of(repeated(5, 40), kTenth, 20) == Uint128{0});
  EXPECT_FALSE(reach_of({}, kTenth, 20));
  EXPECT_FALSE(reach_of({1, 2, 3}, kTenth, 20));
  EXPECT_TRUE(reach_of({1, 2, 3, 4}, kTenth, 0));
}

// No row that comes or leaves moves the mean by more, over all tables of up to seven
// rows; and somewhere the whole of it is attained.
TEST(MeanReach, BoundsWhatOneRowDoes) {
  const Codes edits = {-1000, -1, 0, 1, 2, 3, 4, 5, 7, 9, 1000};
  int attained = 0;
  for (const Trimming& trimming : kAll)
    for (const Codes& table : small_tables(7)) {
      const auto reach = reach_of(table, trimming, 0);
      if (!reach) continue;
      const Codes sorted = whole(table).codes;
      const std::int64_t rows = std::ssize(sorted), out = trimming.left_out(rows);
      const Rational most(sorted[static_cast<std::size_t>(rows - out)] -
                              sorted[static_cast<std::size_t>(out - 1)],
                          trimming.kept(rows));
      const Rational mean = *mean_of(table, trimming);
      const auto expect = [&](const Codes& other) {
        const auto moved = mean_of(other, trimming);
        if (!moved || trimming.kept(std::ssize(other)) < kLeastKept) return;
        EXPECT_LE(absolute(*moved - mean), most) << testing::PrintToString(table);
        attained += most.sign() > 0 && absolute(*moved - mean) == most ? 1 : 0;
      };
      for (const std::int64_t code : edits) expect(repeated(code, 1, table));
      for (std::size_t i = 0; i < table.size(); ++i) {
        Codes less = table;
        less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
        expect(less);
      }
    }
  EXPECT_GT(attained, 100);
}

// [T130] The shipped search against one through all tables that edits reach.
TEST(MeanReach, DepthIsTheDistanceThatASearchFinds) {
  constexpr std::int64_t kTooFew = -1;
  for (const Trimming& trimming : {kTenth, kHalf, Trimming{{2, 5}}})
    for (const int bits : {0, 2})
      for (const Codes& table : small_tables(5))
        for (const Octaves octaves : {Octaves::whole, Octaves::half}) {
          const auto label = [&](const Codes& codes) {
            const auto reach = reach_of(codes, trimming, bits);
            return reach ? octave_of_reach(*reach, octaves) : kTooFew;
          };
          if (label(table) == kTooFew) continue;
          const Ends ends(table);
          EXPECT_EQ(reach_depth(ends.of(trimming), bits, octaves, 1000),
                    searched(table, label))
              << testing::PrintToString(table) << ' ' << trimming.part.part << '/'
              << trimming.part.whole << ' ' << bits;
        }
}

// [T130] as it is written, for longer tables: with so many edits, i rows added and d
// taken away, whether the largest or the smallest distance of the ends is in another
// octave.
std::int64_t depth_by_the_theorem(const Codes& sorted, const Trimming& trimming,
                                  int bits, Octaves octaves) {
  const std::int64_t n = std::ssize(sorted);
  const auto octave = [&](std::int64_t low, std::int64_t high, std::int64_t rows) {
    if (low < 1 || high > n) return std::int64_t{-1};  // no bound
    const Int128 wide = sorted[static_cast<std::size_t>(high - 1)] -
                        sorted[static_cast<std::size_t>(low - 1)];
    const std::int64_t kept = trimming.kept(rows);
    return octave_of_reach(static_cast<Uint128>(((wide << bits) + kept - 1) / kept),
                           octaves);
  };
  const std::int64_t out = trimming.left_out(n), now = octave(out, n - out + 1, n);
  for (std::int64_t edits = 1;; ++edits)
    for (std::int64_t i = 0; i <= edits; ++i) {
      const std::int64_t d = edits - i, rows = n + i - d;
      if (rows < 1 || trimming.kept(rows) < kLeastKept) return edits;
      const std::int64_t low = trimming.left_out(rows), high = rows - low + 1;
      for (std::int64_t below = 0; below <= i; ++below)
        if (octave(low - below, high + d - below, rows) != now) return edits;
      for (std::int64_t below = 0; below <= d; ++below)
        if ((i >= high - low ? 0 : octave(low + below, high + below - i, rows)) != now)
          return edits;
    }
}

TEST(MeanReach, DepthIsThatOfTheTheorem) {
  std::mt19937 random(7);
  std::int64_t deepest = 0;
  for (int round = 0; round < 400; ++round) {
    Codes codes(random() % 70 + 10);
    const auto values = static_cast<std::int64_t>(random() % 1000 + 2);
    for (auto& code : codes) code = static_cast<std::int64_t>(random()) % values;
    const Trimming& trimming = kAll[random() % std::size(kAll)];
    const Ends ends(codes);
    for (const Octaves octaves : {Octaves::whole, Octaves::half})
      for (const int bits : {0, 20}) {
        if (!mean_reach(ends.of(trimming), bits)) continue;
        const std::int64_t depth = reach_depth(ends.of(trimming), bits, octaves, 1000);
        deepest = std::max(deepest, depth);
        EXPECT_EQ(depth,
                  depth_by_the_theorem(ends.window.codes, trimming, bits, octaves))
            << testing::PrintToString(codes) << ' ' << trimming.part.part << '/'
            << trimming.part.whole << ' ' << bits;
      }
  }
  EXPECT_GE(deepest, 10);
}

// Longer tables: every table that is one edit away has a depth that is one less, the
// same or one more, in one octave; and of another octave both have depth 1.
TEST(MeanReach, DepthChangesByOneAtMost) {
  std::mt19937 random(5);
  std::int64_t deepest = 0;
  for (int round = 0; round < 600; ++round) {
    Codes table(random() % 60 + 4);
    for (auto& code : table) code = static_cast<std::int64_t>(random() % 12) * 3;
    Codes other = table;
    if (random() % 2 == 0)
      other.pop_back();
    else
      other.push_back(static_cast<std::int64_t>(random() % 40) - 2);
    const Trimming& trimming = kAll[random() % std::size(kAll)];
    const auto octaves = random() % 2 == 0 ? Octaves::whole : Octaves::half;
    const Ends here(table), there(other);
    const auto one = mean_reach(here.of(trimming), 3),
               two = mean_reach(there.of(trimming), 3);
    const std::int64_t a = reach_depth(here.of(trimming), 3, octaves, 1000),
                       b = reach_depth(there.of(trimming), 3, octaves, 1000);
    deepest = std::max(deepest, a);
    EXPECT_LE(std::abs(a - b), 1);
    const bool same =
        one && two && octave_of_reach(*one, octaves) == octave_of_reach(*two, octaves);
    EXPECT_TRUE(same || (a == 1 && b == 1));
  }
  EXPECT_GE(deepest, 8);
}

// What is read around either end is enough, and a cap changes nothing below it.
TEST(MeanReach, NeedsOnlyTheRanksItSays) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    Codes codes(random() % 400 + 4);
    for (auto& code : codes) code = static_cast<std::int64_t>(random() % 100'000);
    const Trimming& trimming = kAll[random() % std::size(kAll)];
    const Ends ends(codes);
    for (const Octaves octaves : {Octaves::whole, Octaves::half}) {
      const std::int64_t all = reach_depth(ends.of(trimming), 20, octaves, 1000);
      for (const std::int64_t most : {1, 2, 5, 20}) {
        const auto cut = [&](std::int64_t rank) {
          const std::int64_t first = std::max<std::int64_t>(1, rank - most - 2),
                             last = std::min(ends.window.rows, rank + most + 2);
          return RankWindow{ends.window.rows, first - 1,
                            Codes(ends.window.codes.begin() + (first - 1),
                                  ends.window.codes.begin() + last)};
        };
        const std::int64_t out = trimming.left_out(ends.window.rows);
        const RankWindow low = cut(out), high = cut(ends.window.rows - out + 1);
        EXPECT_EQ(reach_depth({low, high, trimming}, 20, octaves, most),
                  std::min(all, most));
      }
    }
  }
}

// Also where they begin to be told without their last bits.
TEST(MeanReach, OctavesFollowEachOther) {
  for (std::int64_t bin = 1; bin + 2 <= kMostReachOctave; ++bin)
    EXPECT_TRUE(ends_of_reach(bin).most + 1 == ends_of_reach(bin + 2).least) << bin;
}

TEST(MeanReach, OctavesHoldWhatTheySay) {
  for (const Octaves octaves : {Octaves::whole, Octaves::half})
    for (int power = 0; power < 82; ++power)
      for (const Uint128 near :
           {Uint128{0}, Uint128{1} << power >> 2, Uint128{1} << power >> 1})
        for (int by = -2; by <= 2; ++by) {
          const Uint128 reach =
              (Uint128{1} << power) + near + static_cast<Uint128>(by) + 2;
          const std::int64_t bin = octave_of_reach(reach, octaves);
          ASSERT_LE(bin, kMostReachOctave);
          const ReachEnds ends = ends_of_reach(bin);
          EXPECT_TRUE(ends.least <= reach && reach <= ends.most) << power << ' ' << by;
          EXPECT_EQ(octave_of_reach(ends.least, octaves), bin);
          EXPECT_EQ(octave_of_reach(ends.most, octaves), bin);
          EXPECT_EQ(octave_of_reach(ends.most + 1, octaves), bin + 2);
        }
}

}  // namespace
}  // namespace selvage
