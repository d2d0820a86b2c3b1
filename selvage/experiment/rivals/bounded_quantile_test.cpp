#include "selvage/experiment/rivals/bounded_quantile.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "selvage/experiment/rivals/rivals_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

BoundedQuantile bounded(const Rational& at, const Rational& epsilon,
                        const CodeBounds& bounds) {
  return *BoundedQuantile::make({.at = at, .epsilon = epsilon, .bounds = bounds});
}

TEST(BoundedQuantile, HidesEveryRow) {
  for (const Rational& at : {Rational(1, 2), Rational(9, 10), Rational(1, 3)}) {
    const auto rival = bounded(at, 2, {-2, 5});
    const auto excess = worst_excess_of(rival, {-9, -2, 0, 3, 7}, 4, 0);
    EXPECT_LE(excess.certain, Rational(0)) << at.text();
    EXPECT_LE(excess.upper, Rational::power_of_two(-100)) << at.text();
    EXPECT_GT(worst_excess_of(rival, {-9, -2, 0, 3, 7}, 4, 0, {1, 2}).certain,
              Rational(0))
        << at.text();
  }
}

// By hand: between 0 and 3, rows 1 and 1, the median at epsilon 2: codes 0, 2, 3 are
// one row away, exp(-2) each; 1 is not.
TEST(BoundedQuantile, LawIsTheExponentialMechanism) {
  const auto rival = bounded({1, 2}, 2, {0, 3});
  const RowCodes rows = {1, 1};
  const auto law = law_of<TreeSource>(
      {.cut = 0}, [&](RandomSource& random) { return rival.run(rows, random); });
  const double far = std::exp(-2.0), all = 1 + 3 * far;
  EXPECT_NEAR(law.lower(1).middle(), 1 / all, 1e-12);
  EXPECT_NEAR(law.lower(0).middle(), far / all, 1e-12);
  EXPECT_NEAR(law.lower(3).middle(), far / all, 1e-12);
}

// Rows 0, 1, 3 and 6 between -2 and 10: between two of them the density is even, and
// falls by exp(-1/2) a row. A row itself is one code of twelve million.
TEST(BoundedQuantile, TendsToTheLawOfIntervals) {
  constexpr std::int64_t kOne = 1'000'000;
  const auto rival = bounded({1, 2}, {1, 2}, {-2 * kOne, 10 * kOne});
  const RowCodes rows = {0, kOne, 3 * kOne, 6 * kOne};
  const auto law = law_of<TreeSource>(
      {.cut = 0}, [&](RandomSource& random) { return rival.run(rows, random); });
  double between_rows[5] = {};
  for (const auto& [code, mass] : law.mass)
    between_rows[rows_up_to(rows, code)] += mass.value().middle();
  const double vector[] = {0.110917321668, 0.091435873761, 0.301504539951,
                           0.274307621284, 0.221834643336};
  for (std::size_t i = 0; i < std::size(vector); ++i)
    EXPECT_NEAR(between_rows[i], vector[i], 1e-6) << i;
}

// By another program: rows 0, 1, 1, 3 and 6 between -8 and 8, each code by exp(-1/2) a
// row.
TEST(BoundedQuantile, LawIsThatOfTheVector) {
  const auto rival = bounded({1, 2}, {1, 2}, {-8, 8});
  const RowCodes rows = {0, 1, 1, 3, 6};
  const auto law = law_of<TreeSource>(
      {.cut = 0}, [&](RandomSource& random) { return rival.run(rows, random); });
  struct Codes {
    std::int64_t first, count;
    double chance;
  };
  for (const auto& [first, count, chance] :
       {Codes{-8, 8, 0.313457616727}, Codes{0, 1, 0.064600530020},
        Codes{1, 1, 0.136759323126}, Codes{2, 1, 0.106508267943},
        Codes{3, 1, 0.106508267943}, Codes{4, 2, 0.129201060040},
        Codes{6, 1, 0.064600530020}, Codes{7, 2, 0.078364404182}}) {
    double sum = 0;
    for (std::int64_t code = first; code < first + count; ++code)
      sum += law.lower(code).middle();
    EXPECT_NEAR(sum, chance, 1e-11) << first;
  }
}

// Only the ranks next to it are looked at.
TEST(BoundedQuantile, FindsTheRankAmongManyRows) {
  RowCodes rows;
  for (std::int64_t i = 0; i < 20'000; ++i) rows.push_back(i < 8'000 ? i : 50'000 + i);
  const auto rival = bounded({2, 5}, 1, {0, 1'000'000});
  SeededSource random(5);
  for (int run = 0; run < 20; ++run) {
    const std::int64_t answer = rival.run(rows, random);
    EXPECT_GT(answer, 7'970);
    EXPECT_LT(answer, 58'030);
  }
  const RowCodes same(20'000, 77);
  EXPECT_EQ(rival.run(same, random), 77);
}

TEST(BoundedQuantile, RefusesWhatHasNoLaw) {
  EXPECT_EQ(
      BoundedQuantile::make({.at = 1, .epsilon = 1, .bounds = {0, 9}}).error().field,
      "at");
  EXPECT_EQ(BoundedQuantile::make({.epsilon = 0, .bounds = {0, 9}}).error().field,
            "epsilon");
  EXPECT_EQ(BoundedQuantile::make({.epsilon = 1, .bounds = {9, 9}}).error().field,
            "bounds");
}

}  // namespace
}  // namespace selvage
