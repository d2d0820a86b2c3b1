#include "selvage/release/consistent.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include "selvage/base/int128.hpp"

namespace selvage {
namespace {

using Counts = std::vector<std::int64_t>;

std::int64_t sum(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

std::int64_t squares(const Counts& a, const Counts& b) {
  std::int64_t all = 0;
  for (std::size_t i = 0; i < a.size(); ++i) all += (a[i] - b[i]) * (a[i] - b[i]);
  return all;
}

// Every histogram of this many cells and this total, in the order of their places: what
// gives more to the first comes first.
void for_each_histogram(std::size_t cells, std::int64_t total,
                        const std::function<void(const Counts&)>& see) {
  Counts counts(cells, 0);
  const std::function<void(std::size_t, std::int64_t)> fill = [&](std::size_t place,
                                                                  std::int64_t left) {
    if (place + 1 == cells) {
      counts[place] = left;
      see(counts);
      return;
    }
    for (counts[place] = left; counts[place] >= 0; --counts[place])
      fill(place + 1, left - counts[place]);
  };
  fill(0, total);
}

// T100 (a) on all released counts of up to four cells between -3 and 4.
TEST(Consistent, IsTheNearestHistogramWithTheSameTotal) {
  std::size_t tried = 0, changed = 0;
  for (std::size_t cells = 1; cells <= 4; ++cells) {
    Counts noisy(cells, -3);
    for (bool more = true; more; ++tried) {
      const std::int64_t total = std::max<std::int64_t>(0, sum(noisy));
      Counts nearest;
      for_each_histogram(cells, total, [&](const Counts& one) {
        if (nearest.empty() || squares(one, noisy) < squares(nearest, noisy))
          nearest = one;
      });
      EXPECT_EQ(consistent_counts(noisy), nearest) << testing::PrintToString(noisy);
      changed += nearest != noisy;
      more = false;
      for (auto& count : noisy) {
        if (++count <= 4) {
          more = true;
          break;
        }
        count = -3;
      }
    }
  }
  EXPECT_EQ(tried, 8U + 64 + 512 + 4096);
  EXPECT_GT(changed, 3000U);
}

TEST(Consistent, CountsThatAreNotNegativeStayAsTheyAre) {
  const Counts counts{0, 7, 0, 123'456, 1};
  EXPECT_EQ(consistent_counts(counts), counts);
  EXPECT_EQ(consistent_counts(Counts{}), Counts{});
}

TEST(Consistent, WithoutAnybodyAllAreZero) {
  EXPECT_EQ(consistent_counts(Counts{-5}), Counts{0});
  EXPECT_EQ(consistent_counts(Counts{4, -4, -1}), (Counts{0, 0, 0}));
}

// 10 + 9 - 7 = 12: t = 7/2, so 13/2 and 11/2, and the first has one more.
TEST(Consistent, TheFirstCellsHaveOneMore) {
  EXPECT_EQ(consistent_counts(Counts{10, 9, -7}), (Counts{7, 5, 0}));
  EXPECT_EQ(consistent_counts(Counts{-7, 9, 10}), (Counts{0, 6, 6}));
}

TEST(Consistent, TheLargestCountsDoNotOverflow) {
  const std::int64_t most = std::int64_t{1} << 61;
  Counts noisy(1000, most);
  for (std::size_t i = 0; i < 400; ++i) noisy[i] = -most;
  const Counts found = consistent_counts(noisy);
  Int128 total = 0, wanted = 0;
  for (const std::int64_t count : found) {
    EXPECT_GE(count, 0);
    EXPECT_LE(count, most);
    total += count;
  }
  for (const std::int64_t count : noisy) wanted += count;
  EXPECT_TRUE(total == wanted);
}

}  // namespace
}  // namespace selvage
