#include "selvage/projection/projection.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

namespace selvage {
namespace {

using Counts = std::vector<std::int64_t>;

std::int64_t sum(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

std::int64_t distance(const Counts& a, const Counts& b) {
  std::int64_t all = 0;
  for (std::size_t i = 0; i < a.size(); ++i) all += std::abs(a[i] - b[i]);
  return all;
}

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

// Every number of cells up to four, with every noisy count between -3 and 5.
void for_each_noisy(const std::function<void(const Counts&)>& see) {
  for (std::size_t cells = 1; cells <= 4; ++cells) {
    Counts noisy(cells, -3);
    for (bool more = true; more;) {
      see(noisy);
      more = false;
      for (auto& count : noisy) {
        if (++count <= 5) {
          more = true;
          break;
        }
        count = -3;
      }
    }
  }
}

// T230 (a) for totals up to 8: as near as any histogram with that total, which is also
// what the formula says.
TEST(Projection, IsAsNearAsAnyHistogramWithThatTotal) {
  std::vector<std::vector<std::vector<Counts>>> all(5);
  for (std::size_t cells = 1; cells <= 4; ++cells) {
    all[cells].resize(9);
    for (std::int64_t total = 0; total <= 8; ++total)
      for_each_histogram(cells, total, [&](const Counts& one) {
        all[cells][static_cast<std::size_t>(total)].push_back(one);
      });
  }
  std::size_t tried = 0;
  for_each_noisy([&](const Counts& noisy) {
    std::int64_t positive = 0, negative = 0;
    for (const std::int64_t y : noisy) (y > 0 ? positive : negative) += std::abs(y);
    for (std::int64_t total = 0; total <= 8; ++total, ++tried) {
      const std::int64_t least = negative + std::abs(positive - total);
      std::int64_t found = 1'000'000;
      for (const Counts& one : all[noisy.size()][static_cast<std::size_t>(total)])
        found = std::min(found, distance(one, noisy));
      ASSERT_EQ(found, least);
      for (const TieOrder ties :
           {TieOrder::first, TieOrder::last, TieOrder::shuffled}) {
        const Counts made = projected_counts(noisy, total, ties);
        ASSERT_EQ(sum(made), total);
        ASSERT_GE(*std::min_element(made.begin(), made.end()), 0);
        ASSERT_EQ(distance(made, noisy), least) << testing::PrintToString(noisy);
      }
    }
  });
  EXPECT_EQ(tried, 9U * (9 + 81 + 729 + 6561));
}

// T230 (b): what is lowered is lowered to one level, but for one person a cell, and
// what is raised is raised by as much, but for one.
TEST(Projection, IsTheWaterLevel) {
  for_each_noisy([&](const Counts& noisy) {
    std::int64_t positive = 0;
    for (const std::int64_t y : noisy) positive += std::max<std::int64_t>(0, y);
    for (std::int64_t total = 1; total <= 8; ++total) {
      const Counts made = projected_counts(noisy, total);
      for (std::size_t i = 0; i < noisy.size(); ++i)
        for (std::size_t j = 0; j < noisy.size(); ++j) {
          const std::int64_t p = std::max<std::int64_t>(0, noisy[i]),
                             q = std::max<std::int64_t>(0, noisy[j]);
          if (total <= positive && made[i] > 0) {
            ASSERT_LE(q - made[j], p - made[i] + 1) << testing::PrintToString(noisy);
          }
          if (total >= positive && positive > 0) {
            if (p == 0) {
              ASSERT_EQ(made[i], 0);
            } else if (q > 0) {
              ASSERT_LE(std::abs(made[i] - p - made[j] + q), 1);
            }
          }
        }
    }
  });
}

TEST(Projection, AgreesWithTheVectorsOfTheSpecification) {
  const auto first = [](const Counts& noisy, std::int64_t total, std::int64_t cost) {
    Counts made = projected_counts(noisy, total, TieOrder::first);
    EXPECT_EQ(distance(made, noisy), cost);
    return made;
  };
  EXPECT_EQ(first({7, -2, 3, 0, 5}, 10, 7), (Counts{5, 0, 1, 0, 4}));
  EXPECT_EQ(first({9, 9, 1, 1, 1, -3}, 12, 12), (Counts{6, 6, 0, 0, 0, 0}));
  EXPECT_EQ(first({5, 3, -4, 1}, 7, 6), (Counts{4, 2, 0, 1}));
  EXPECT_EQ(first({4, -1, 0, 2}, 10, 5), (Counts{6, 0, 0, 4}));
  EXPECT_EQ(first({0, 0, 0}, 5, 5), (Counts{2, 2, 1}));
}

// Why a tie rule is needed at all: eq. (2) of the paper has 21 answers here.
TEST(Projection, TheNearestIsOneOfMany) {
  const Counts noisy{5, 5, 5};
  std::size_t as_near = 0;
  for_each_histogram(3, 10,
                     [&](const Counts& one) { as_near += distance(one, noisy) == 5; });
  EXPECT_EQ(as_near, 21U);
  Counts made = projected_counts(noisy, 10);
  std::sort(made.begin(), made.end());
  EXPECT_EQ(made, (Counts{3, 3, 4}));
}

TEST(Projection, NobodyAndNothing) {
  EXPECT_EQ(projected_counts(Counts{}, 7), Counts{});
  EXPECT_EQ(projected_counts(Counts{3, -1}, 0), (Counts{0, 0}));
  EXPECT_EQ(projected_counts(Counts{3, -1}, -5), (Counts{0, 0}));
  EXPECT_TRUE(noisy_total(Counts{3, -4}) == 0 && noisy_total(Counts{3, -1}) == 2);
}

TEST(Projection, TheLargestCountsDoNotOverflow) {
  const std::int64_t most = std::int64_t{1} << 62;
  Counts noisy(1000, most);
  for (std::size_t i = 0; i < 400; ++i) noisy[i] = -most;
  const Int128 total = noisy_total(noisy);
  Int128 made = 0;
  for (const std::int64_t count : projected_counts(noisy, total)) {
    EXPECT_GE(count, 0);
    EXPECT_LE(count, most);
    made += count;
  }
  EXPECT_TRUE(made == total);
  EXPECT_EQ(projected_counts(Counts{-most, 1, 2}, most, TieOrder::first),
            (Counts{0, most / 2, most / 2}));
}

// The public order is a bijection, and the ones it picks lie everywhere.
TEST(Projection, TheOrderFavoursNoEndOfTheTable) {
  std::set<std::uint64_t> places;
  for (std::uint64_t i = 0; i < 10'000; ++i) places.insert(shuffled_place(i));
  EXPECT_EQ(places.size(), 10'000U);
  // 10^4 cells of 3 and 15000 people: half the cells are lowered by one more.
  const Counts made = projected_counts(Counts(10'000, 3), 15'000);
  for (std::size_t tenth = 0; tenth < 10; ++tenth) {
    const auto part = made.begin() + static_cast<std::ptrdiff_t>(1000 * tenth);
    EXPECT_NEAR(static_cast<double>(std::count(part, part + 1000, 1)), 500, 80);
  }
}

}  // namespace
}  // namespace selvage
