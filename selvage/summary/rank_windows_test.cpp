#include "selvage/summary/rank_windows.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <span>
#include <thread>

#include <gtest/gtest.h>

#include "selvage/summary/rank_windows_testing.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

using Random = std::mt19937_64;

struct Scans {
  const std::vector<CodedRow>& rows;
  int made = 0;

  std::vector<std::vector<RankWindow>> windows(const std::vector<RankRequest>& requests,
                                               std::size_t cells,
                                               const RankLimits& limits) {
    auto result = rank_windows(
        requests, cells,
        [this](const VisitRows& visit) -> Outcome {
          ++made;
          for (std::span<const CodedRow> rest(rows); !rest.empty();) {
            const auto batch = rest.first(std::min<std::size_t>(rest.size(), 1000));
            visit(batch);
            rest = rest.subspan(batch.size());
          }
          return Done{};
        },
        limits);
    EXPECT_TRUE(result);
    return *std::move(result);
  }
};

// Codes of one of several sorts: few that repeat, all over the numbers, both ends of
// them, around a far place, by octaves.
std::int64_t code(Random& random, int sort) {
  switch (sort) {
    case 0:
      return static_cast<std::int64_t>(random() % 5) * 1'000'000'007;
    case 1:
      return static_cast<std::int64_t>(random());
    case 2:
      return random() % 2 == 0 ? kMin + static_cast<std::int64_t>(random() % 3)
                               : kMax - static_cast<std::int64_t>(random() % 3);
    case 3:
      return (std::int64_t{1} << 59) + static_cast<std::int64_t>(random() % 1000);
    default:
      return static_cast<std::int64_t>(random()) >> (random() % 64);
  }
}

RankRequest request(Random& random, const std::vector<CodedRow>& rows) {
  const auto parts = static_cast<std::int64_t>(random() % 30 + 2);
  const auto part = static_cast<std::int64_t>(random()) & 0xffff;
  RankRequest result{Rational(part % (parts - 1) + 1, parts)};
  const std::int64_t widths[] = {0, 0, 1, 2, 7, 40, kMax};
  result.below = widths[random() % 7];
  result.above = widths[random() % 7];
  const auto edge = [&] {
    return rows.empty() ? std::int64_t{3} : rows[random() % rows.size()].steps;
  };
  if (random() % 3 == 0) result.from = edge();
  if (random() % 3 == 0) result.to = edge();
  return result;
}

TEST(RankWindows, AgreeWithSortingWhateverTheMemory) {
  Random random(1);  // NOLINT: the same tables in every run
  for (int i = 0; i < 6000; ++i) {
    const std::size_t cells = random() % 3 == 0 ? random() % 20 + 2 : 1;
    const std::size_t sizes[] = {0, 1, 2, 3, 10, 60, 400};
    std::vector<CodedRow> rows(sizes[random() % 7]);
    const int sort = static_cast<int>(random() % 5);
    for (CodedRow& row : rows) row = {random() % cells, 0, code(random, sort)};
    std::vector<RankRequest> asked(random() % 4 == 0 ? random() % 8 : 1);
    for (RankRequest& each : asked) each = request(random, rows);
    const RankLimits limits{.codes = random() % 60, .buckets = random() % 200 + 1};
    Scans scans{rows};
    ASSERT_EQ(scans.windows(asked, cells, limits),
              windows_by_sorting(rows, asked, cells))
        << "table " << i << " of sort " << sort << ", " << rows.size() << " rows";
    // A scan halves both ends at least.
    EXPECT_LE(scans.made, 68);
  }
}

TEST(RankWindows, TakeOneScanForRowsInNoOrderAndFewForOthers) {
  Random random(2);  // NOLINT
  const RankLimits limits{.codes = 2000, .buckets = 1 << 12};
  const auto scans_for = [&](const std::vector<CodedRow>& rows) {
    Scans scans{rows};
    const std::vector<RankRequest> asked = {{Rational(1, 2), 300, 300}};
    EXPECT_EQ(scans.windows(asked, 1, limits), windows_by_sorting(rows, asked, 1));
    return scans.made;
  };
  EXPECT_EQ(scans_for(std::vector<CodedRow>(2000)), 1);
  std::vector<CodedRow> plain(100'000), atoms = plain, sorted, far = plain;
  std::normal_distribution<double> normal(4e13, 1e13);
  for (CodedRow& row : plain) row.steps = static_cast<std::int64_t>(normal(random));
  for (CodedRow& row : atoms)  // ages on a fine grid
    row.steps = static_cast<std::int64_t>(random() % 90) * 1'000'000'000;
  sorted = plain;
  std::sort(sorted.begin(), sorted.end(),
            [](const CodedRow& a, const CodedRow& b) { return a.steps < b.steps; });
  for (std::size_t i = 0; i < far.size(); ++i)  // the bulk beside both ends
    far[i].steps = i % 1000 == 0   ? kMin
                   : i % 1000 == 1 ? kMax
                                   : static_cast<std::int64_t>(random() % 100'000);
  EXPECT_EQ(scans_for(plain), 1);
  EXPECT_LE(scans_for(atoms), 2);
  EXPECT_EQ(scans_for(far), 1);
  // The first rows tell nothing about the others: one more.
  EXPECT_EQ(scans_for(sorted), 2);
  std::reverse(sorted.begin(), sorted.end());
  EXPECT_EQ(scans_for(sorted), 2);
}

// The whole size of a number that the window cuts, whatever is kept in memory.
TEST(RankWindows, KnowWhatTheyLeaveOfANumberThatTheyCut) {
  std::vector<CodedRow> rows;
  for (const std::int64_t code : {1, 2, 2, 2, 2, 2, 3, 4, 4, 4, 9})
    rows.push_back({.steps = code});
  const std::vector<RankRequest> asked = {{Rational(1, 2), 2, 3},
                                          {Rational(1, 3), 1, 1}};
  for (const std::size_t codes : {0, 4, 100}) {
    Scans scans{rows};
    const auto windows = scans.windows(asked, 1, {.codes = codes, .buckets = 4});
    EXPECT_EQ(windows[0][0], (RankWindow{11, 3, {2, 2, 2, 3, 4, 4}, 2, 1}));
    EXPECT_EQ(windows[1][0], (RankWindow{11, 2, {2, 2, 2}, 1, 1}));
  }
}

// With as many rows as there are in large tables, and the limits that are used.
TEST(RankWindows, MillionsOfRows) {
  std::vector<CodedRow> rows(std::size_t{5} << 20);
  Random random(3);  // NOLINT
  for (CodedRow& row : rows)
    row = {random() % 3, 0, static_cast<std::int64_t>(random()) >> (random() % 40)};
  const std::vector<RankRequest> asked = {{Rational(9, 10), 20, 1000},
                                          {Rational(1, 4), 20, 20}};
  Scans scans{rows};
  EXPECT_EQ(scans.windows(asked, 3, {}), windows_by_sorting(rows, asked, 3));
  EXPECT_EQ(scans.made, 1);
}

// Each of them holds other codes, and none of them knows what the others hold.
TEST(RankWindows, AreThoseOfAllThreadsTogether) {
  Random random(4);  // NOLINT
  for (int i = 0; i < 300; ++i) {
    std::vector<CodedRow> rows(random() % 4000);
    const int sort = static_cast<int>(random() % 5);
    for (CodedRow& row : rows) row = {random() % 2, 0, code(random, sort)};
    if (i % 3 == 0)
      std::sort(rows.begin(), rows.end(),
                [](const CodedRow& a, const CodedRow& b) { return a.steps < b.steps; });
    const std::vector<RankRequest> asked = {request(random, rows),
                                            request(random, rows)};
    const auto windows = rank_windows(
        asked, 2,
        [&](const VisitRows& visit) -> Outcome {
          std::vector<std::thread> threads;
          const std::size_t part = rows.size() / 3;
          for (std::size_t t = 0; t < 3; ++t)
            threads.emplace_back([&, t] {
              auto mine = std::span<const CodedRow>(rows).subspan(t * part);
              if (t < 2) mine = mine.first(part);
              for (; !mine.empty();
                   mine = mine.subspan(std::min<std::size_t>(mine.size(), 50)))
                visit(mine.first(std::min<std::size_t>(mine.size(), 50)));
            });
          for (std::thread& thread : threads) thread.join();
          return Done{};
        },
        {.codes = random() % 300, .buckets = 64});
    ASSERT_TRUE(windows);
    ASSERT_EQ(*windows, windows_by_sorting(rows, asked, 2)) << "table " << i;
  }
}

TEST(RankWindows, AScanThatBreaksIsAnErrorInEachRound) {
  const std::vector<RankRequest> asked = {{Rational(1, 2)}};
  for (int good = 0; good < 3; ++good) {
    int made = 0;
    const auto windows = rank_windows(
        asked, 1,
        [&](const VisitRows& visit) -> Outcome {
          if (made++ == good) return Error{ErrorKind::unreadable, "it broke off"};
          for (std::int64_t code = 0; code < 5000; ++code)
            visit(std::vector<CodedRow>{{.steps = code * code * code * code}});
          return Done{};
        },
        {.codes = 10, .buckets = 16});
    ASSERT_FALSE(windows);
    EXPECT_EQ(windows.error().message, "it broke off");
  }
}

// A file that somebody writes to while it is read: the answer is about no table that
// there was, but there is one.
TEST(RankWindows, EndAlsoWhereTheRowsAreOthersInEveryScan) {
  const std::vector<RankRequest> asked = {{Rational(1, 3), 5, 5},
                                          {Rational(2, 3), 1, 9}};
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const auto windows = rank_windows(
        asked, 2,
        [&](const VisitRows& visit) -> Outcome {
          for (std::size_t left = random() % 300; left > 0; --left)
            visit(std::vector<CodedRow>{
                {random() % 2, 0, code(random, static_cast<int>(seed % 5))}});
          return Done{};
        },
        {.codes = 5, .buckets = 16});
    ASSERT_TRUE(windows);
    for (const auto& of_request : *windows)
      for (const RankWindow& window : of_request) EXPECT_LE(window.codes.size(), 11U);
  }
}

}  // namespace
}  // namespace selvage
