#include "selvage/mechanism/quantile/seen_table.hpp"

#include <random>

#include <gtest/gtest.h>

#include "selvage/mechanism/quantile/quantile_testing.hpp"

namespace selvage {
namespace {

// With what it cuts of the atoms at its ends.
RankWindow cut_window(const Codes& codes, std::int64_t from, std::int64_t to) {
  RankWindow window{
      std::ssize(codes), from, {codes.begin() + from, codes.begin() + to}};
  for (std::int64_t i = 0; i < std::ssize(codes); ++i) {
    const std::int64_t code = codes[static_cast<std::size_t>(i)];
    window.cut_below += i < from && code == window.codes.front();
    window.cut_above += i >= to && code == window.codes.back();
  }
  return window;
}

class Ties {
 public:
  explicit Ties(std::uint64_t most) : most_(most) {}
  DrawTies draw() {
    return [this](std::span<std::uint64_t> out) {
      drawn += out.size();
      for (auto& tie : out) tie = random_() % most_;
    };
  }
  std::size_t drawn = 0;

 private:
  std::uint64_t most_;
  std::mt19937_64 random_{5};  // NOLINT: the same ties in every run
};

Codes random_codes(std::mt19937_64& random) {
  Codes codes(1 + random() % 12);
  for (auto& code : codes) code = static_cast<std::int64_t>(random() % 7) - 3;
  std::sort(codes.begin(), codes.end());
  return codes;
}

// Windows of a table tell the same as the whole of it, wherever they tell something.
TEST(SeenTable, WindowsAgreeWithAllRows) {
  std::mt19937_64 random(9);  // NOLINT: the same tables in every run
  int told = 0, silent = 0;
  for (int round = 0; round < 3000; ++round) {
    const Codes codes = random_codes(random);
    const auto n = std::ssize(codes);
    std::vector<RankWindow> windows;
    for (int w = 0; w < 2; ++w) {
      const auto from = static_cast<std::int64_t>(random() % codes.size());
      const auto rows = static_cast<std::int64_t>(1 + random() % 3);
      windows.push_back(
          cut_window(codes, from, std::min<std::int64_t>(n, from + rows)));
    }
    const TiedPrior prior(UniversalPrior(2), static_cast<int>(random() % 3));
    Ties ties(std::uint64_t{1} << prior.ties());
    const SeenTable part(windows, prior, ties.draw());
    SeenTable all = part;
    all.see_all(whole_window(codes), ties.draw());
    EXPECT_EQ(part.rows(), n);
    EXPECT_EQ(all.rows(), n);
    // Codes that both have met keep their ties; every row has drawn once.
    EXPECT_EQ(ties.drawn, prior.ties() > 0 ? codes.size() : 0);
    for (TiedCode at = prior.lowest(); at <= prior.most() + 1; ++at) {
      const auto seen = part.rows_before(at);
      ASSERT_TRUE(all.rows_before(at));
      (seen ? told : silent) += 1;
      EXPECT_EQ(seen.value_or(*all.rows_before(at)), *all.rows_before(at));
    }
    const QuantileRank rank{1, 3};
    const TiedCode first = prior.first_of(-1), end = prior.first_of(3);
    const auto some = part.part(first, end, rank);
    const auto whole = all.part(first, end, rank);
    ASSERT_TRUE(whole);
    if (!some) continue;
    EXPECT_EQ(some->rows, whole->rows);
    const Candidates few = candidates(*some, rank, {first, end - 1});
    const Candidates every = candidates(*whole, rank, {first, end - 1});
    EXPECT_TRUE(every.complete());
    for (const CandidateCell& cell : few.cells)
      for (TiedCode at = cell.first; at <= cell.last; ++at) {
        const auto same = std::find_if(
            every.cells.begin(), every.cells.end(),
            [&](const auto& other) { return other.first <= at && at <= other.last; });
        ASSERT_NE(same, every.cells.end());
        EXPECT_TRUE(same->off == cell.off);
      }
  }
  EXPECT_GT(told, 1000);
  EXPECT_GT(silent, 1000);
}

TEST(SeenTable, AHeavyCodeKeepsAllItsRows) {
  const Codes codes(200'000, 7);
  const TiedPrior prior(UniversalPrior(4), 4);
  Ties ties(16);
  const RankWindow window = cut_window(codes, 100, 103);
  const SeenTable table(std::span(&window, 1), prior, ties.draw());
  EXPECT_EQ(ties.drawn, codes.size());
  EXPECT_EQ(table.rows_before(prior.first_of(7)), 0);
  EXPECT_EQ(table.rows_before(prior.first_of(8)), 200'000);
  const auto half = *table.rows_before(prior.first_of(7) + 8);
  EXPECT_NEAR(static_cast<double>(half), 100'000, 2'000);  // nine deviations
}

// Whatever a window leaves out: all rows lie between the first code and the last.
TEST(SeenTable, TheEndsAreSeenFromEveryWindow) {
  Codes codes;
  for (std::int64_t code = 0; code < 100; ++code) codes.push_back(code);
  const TiedPrior prior(UniversalPrior(8));
  Ties ties(1);
  const RankWindow window = cut_window(codes, 40, 60);
  const SeenTable table(std::span(&window, 1), prior, ties.draw());
  EXPECT_EQ(table.rows_before(prior.lowest()), 0);
  EXPECT_EQ(table.rows_before(prior.most() + 1), 100);
  EXPECT_EQ(table.rows_before(30), std::nullopt);
  const auto part = table.part(prior.lowest(), prior.most() + 1, {1, 2});
  ASSERT_TRUE(part);
  EXPECT_EQ(part->rows, 100);
  EXPECT_EQ(part->below, 40);
  EXPECT_EQ(part->seen.size(), 20u);
}

TEST(SeenTable, NoRowsAreSeenAsNone) {
  const RankWindow window;
  Ties ties(2);
  const SeenTable table(std::span(&window, 1), TiedPrior(UniversalPrior(4), 1),
                        ties.draw());
  EXPECT_EQ(table.rows(), 0);
  EXPECT_EQ(table.rows_before(5), 0);
  EXPECT_EQ(table.part(-3, 9, {1, 2})->rows, 0);
}

}  // namespace
}  // namespace selvage
