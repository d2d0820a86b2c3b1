#include "selvage/experiment/rivals/smooth_median.hpp"

#include <gtest/gtest.h>

#include "selvage/experiment/rivals/rivals_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

SmoothMedian smooth(const Rational& epsilon, const Rational& delta,
                    const CodeBounds& bounds) {
  return *SmoothMedian::make({.epsilon = epsilon, .delta = delta, .bounds = bounds});
}

TEST(ScaleLadder, GrowsByAtMostTheStep) {
  for (const Rational& step : {Rational(1, 29), Rational(1, 3), Rational(1)}) {
    const ScaleLadder ladder(step);
    EXPECT_EQ(ladder.at(0), Rational(1));
    for (std::int64_t i = 0; i < 400; ++i) {
      EXPECT_LT(ladder.at(i), ladder.at(i + 1));
      EXPECT_LE(ladder.at(i + 1), ladder.at(i) * (Rational(1) + step));
    }
    for (std::int64_t least = 0; least < 3'000; ++least) {
      const std::int64_t i = ladder.index(least);
      EXPECT_GE(ladder.at(i), Rational(least));
      EXPECT_TRUE(i == 0 || ladder.at(i - 1) < Rational(least)) << least;
    }
  }
}

// What the proof of T121 stands on, on all tables of up to six rows.
TEST(SmoothMedian, ReachesGrowByOneStepANeighbour) {
  const RowCodes codes = {-1, 0, 1, 4, 6, 9};
  const auto rival = smooth(1, {1, 1000}, {0, 6});
  for (const RowCodes& table : tables_of(codes, 6))
    for (const std::int64_t code : codes) {
      const RowCodes more = with_row(table, code);
      const std::int64_t moved = std::abs(rival.median(table) - rival.median(more));
      EXPECT_LE(moved, rival.reach(table, 0));
      EXPECT_LE(moved, rival.reach(more, 0));
      for (std::int64_t t = 0; t < 8; ++t) {
        EXPECT_LE(rival.reach(table, t), rival.reach(more, t + 1));
        EXPECT_LE(rival.reach(more, t), rival.reach(table, t + 1));
      }
    }
}

// With 1..100 the reach of t rows is t + 1.
TEST(SmoothMedian, ReachOfEvenlySpreadRows) {
  RowCodes rows;
  for (std::int64_t i = 1; i <= 100; ++i) rows.push_back(i);
  const auto rival = smooth(1, {1, 1'000'000}, {0, 1000});
  for (const std::int64_t t : {0, 4, 7, 48}) EXPECT_EQ(rival.reach(rows, t), t + 1);
  EXPECT_EQ(rival.reach(rows, 100), 1000);
}

// At epsilon 1 and delta 1e-6 a step is 0.034462181755, rounded down to 2^-20. By
// another program: moves by 3, 7, 23, 26, 30, 40 after 0 to 5 rows were replaced have
// the smooth sensitivity 33.668697405896, after five rows, for noise of twice as much.
// A ladder grows by 1 + step where that law grows by exp(step).
TEST(SmoothMedian, StepsAreThoseOfTheVector) {
  const auto rival = smooth(1, {1, 1'000'000}, {-20, 20});
  const ScaleLadder& ladder = rival.ladder();
  const double step = ladder.at(1).to_double() - 1;
  EXPECT_LE(step, 0.034462181755);
  EXPECT_GT(step, 0.034462181755 - 2e-6);
  const std::int64_t moves[] = {3, 7, 23, 26, 30, 40};
  std::int64_t most = 0, at = 0;
  for (std::int64_t k = 0; k < 6; ++k)
    if (const std::int64_t index = ladder.index(moves[k]) - k; index > most)
      most = index, at = k;
  EXPECT_EQ(at, 5);
  const double smooth = ladder.at(most).to_double();
  EXPECT_GE(smooth, 33.668697405896);
  EXPECT_LT(smooth, 33.668697405896 * (1 + step));
}

TEST(SmoothMedian, HidesEveryRow) {
  const RowCodes codes = {-4, 0, 2, 5, 7, 9};
  for (const Rational& delta : {Rational(1, 10), Rational(1, 1000)}) {
    const auto rival = smooth(2, delta, {0, 7});
    const auto excess = worst_excess_of(rival, codes, 4, 1e-12);
    EXPECT_LE(excess.certain, Rational(0));
    EXPECT_LE(excess.upper, Rational(0)) << excess.upper.to_double();
    EXPECT_GT(worst_excess_of(rival, codes, 4, 1e-12, {1, 4}).certain, Rational(0));
  }
}

TEST(SmoothMedian, NoiseIsSmallWhereTheMedianIsStable) {
  RowCodes rows;
  for (std::int64_t i = 0; i < 2'001; ++i) rows.push_back(500'000 + 10 * i);
  const auto rival = smooth(1, {1, 1'000'000}, {0, 1'000'000});
  EXPECT_LT(rival.smooth_sensitivity(rows), Rational(250));
  EXPECT_GE(rival.smooth_sensitivity(rows), Rational(rival.reach(rows, 0)));
  rows.resize(3);
  EXPECT_GT(rival.smooth_sensitivity(rows), Rational(400'000));
}

TEST(SmoothMedian, RefusesWhatHasNoLaw) {
  EXPECT_EQ(SmoothMedian::make({.epsilon = 0, .delta = {1, 9}, .bounds = {0, 1}})
                .error()
                .field,
            "epsilon");
  for (const Rational& delta : {Rational(0), Rational(51, 100)})
    EXPECT_EQ(SmoothMedian::make({.epsilon = 1, .delta = delta, .bounds = {0, 1}})
                  .error()
                  .field,
              "delta");
  EXPECT_EQ(SmoothMedian::make({.epsilon = 1, .delta = {1, 9}, .bounds = {1, 1}})
                .error()
                .field,
            "bounds");
}

}  // namespace
}  // namespace selvage
