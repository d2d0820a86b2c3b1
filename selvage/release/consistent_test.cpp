#include "selvage/release/consistent.hpp"

#include <algorithm>
#include <cstdlib>
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

// T100 (b) and (c), times m and its square so that all is whole: the counts above t, of
// which there are m, are found by trying every number of them.
TEST(Consistent, IsNoFartherFromTheTruthThanTheTheoremSays) {
  std::uint64_t state = 20261;
  const auto draw = [&](std::int64_t below) {
    state = state * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    return static_cast<std::int64_t>((state >> 33) % static_cast<std::uint64_t>(below));
  };
  std::size_t farther = 0;
  for (int round = 0; round < 20'000; ++round) {
    const auto cells = static_cast<std::size_t>(1 + draw(12));
    Counts truth, noisy;
    for (std::size_t i = 0; i < cells; ++i) {
      truth.push_back(draw(3) == 0 ? draw(30) : 0);
      noisy.push_back(truth.back() + draw(21) - 10);
    }
    const std::int64_t total = sum(noisy);
    if (total <= 0) continue;
    Counts sorted = noisy;
    std::sort(sorted.rbegin(), sorted.rend());
    std::int64_t m = 0, mt = 0, largest = 0;
    for (std::size_t many = 1; many <= cells; ++many) {
      largest += sorted[many - 1];
      const auto n = static_cast<std::int64_t>(many);
      const bool next_is_not = many == cells || sorted[many] * n <= largest - total;
      if (sorted[many - 1] * n > largest - total && next_is_not)
        m = n, mt = largest - total;
    }
    ASSERT_GT(m, 0);
    const Counts found = consistent_counts(noisy);
    Counts p;  // m times
    for (const std::int64_t y : noisy)
      p.push_back(std::max<std::int64_t>(0, m * y - mt));
    std::int64_t from_truth = 0, from_noisy = 0, from_found = 0;
    for (std::size_t i = 0; i < cells; ++i) {
      from_truth += (p[i] - m * truth[i]) * (p[i] - m * truth[i]);
      from_noisy += (p[i] - m * noisy[i]) * (p[i] - m * noisy[i]);
      from_found += (p[i] - m * found[i]) * (p[i] - m * found[i]);
      EXPECT_LT(std::abs(p[i] - m * found[i]), m);
    }
    EXPECT_LE(from_truth, m * m * squares(noisy, truth) - from_noisy +
                              2 * m * mt * (sum(truth) - total));
    EXPECT_LE(4 * from_found, m * m * m);
    farther += squares(found, truth) > squares(noisy, truth);
  }
  EXPECT_GT(farther, 0U);  // so that (b) is no more than true
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
