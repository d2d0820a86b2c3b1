#include "selvage/experiment/rivals/doubling_quantile.hpp"

#include <gtest/gtest.h>

#include "selvage/experiment/rivals/rivals_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

DoublingQuantile doubling(const Rational& at, const Rational& epsilon,
                          std::int64_t lower, std::int64_t most) {
  return *DoublingQuantile::make(
      {.at = at, .epsilon = epsilon, .lower = lower, .factor = 2, .most = most});
}

TEST(DoublingQuantile, HidesEveryRow) {
  // Candidates 1, 2, 4 and the last one.
  const RowCodes codes = {0, 2, 3, 9};
  for (const Rational& at : {Rational(1, 2), Rational(2, 3), Rational(1)}) {
    const auto rival = doubling(at, 6, 1, 7);
    const auto excess = worst_excess_of(rival, codes, 3, 1e-9);
    EXPECT_LE(excess.certain, Rational(0)) << at.text();
    EXPECT_LE(excess.upper, Rational(1, 10'000)) << at.text();
    EXPECT_GT(worst_excess_of(rival, codes, 3, 1e-9, {3, 4}).certain, Rational(0))
        << at.text();
  }
}

TEST(DoublingQuantile, CandidatesGrowByTheFactor) {
  EXPECT_EQ(doubling({1, 2}, 1, 0, 20).candidates(), (RowCodes{0, 1, 3, 7, 15, 20}));
  EXPECT_EQ(doubling({1, 2}, 1, -3, 3).candidates(), (RowCodes{-3, -2, 0, 3}));
  const auto fine = *DoublingQuantile::make({.epsilon = 1});
  const auto& all = fine.candidates();
  EXPECT_GT(all.size(), 35'000u);
  EXPECT_LT(all.size(), 37'500u);
  for (std::size_t i = 2'000; i + 1 < all.size(); ++i)
    ASSERT_LE(static_cast<double>(all[i + 1] - all[i]),
              0.001001 * static_cast<double>(all[i]));
}

TEST(DoublingQuantile, IsNearTheQuantile) {
  RowCodes rows;
  for (std::int64_t i = 0; i < 1'000; ++i) rows.push_back(1'000'000 + i * 1'000);
  SeededSource random(6);
  for (const auto& [at, low, high] : {std::tuple(Rational(1, 2), 1'470'000, 1'540'000),
                                      std::tuple(Rational(9, 10), 1'870'000, 1'950'000),
                                      std::tuple(Rational(1), 1'930'000, 2'700'000)}) {
    const auto rival = *DoublingQuantile::make({.at = at, .epsilon = 1});
    for (int run = 0; run < 50; ++run) {
      const std::int64_t answer = rival.run(rows, random);
      EXPECT_GT(answer, low) << at.text();
      EXPECT_LT(answer, high) << at.text();
    }
  }
}

TEST(DoublingQuantile, RefusesWhatHasNoLaw) {
  EXPECT_EQ(DoublingQuantile::make({.at = {11, 10}, .epsilon = 1}).error().field, "at");
  EXPECT_EQ(DoublingQuantile::make({.epsilon = -1}).error().field, "epsilon");
  EXPECT_FALSE(DoublingQuantile::make({.epsilon = 1, .factor = 1}));
  EXPECT_FALSE(DoublingQuantile::make({.epsilon = 1, .lower = 5, .most = 5}));
}

}  // namespace
}  // namespace selvage
