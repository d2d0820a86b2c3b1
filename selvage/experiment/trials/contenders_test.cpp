#include "selvage/experiment/trials/contenders.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

const SampledLaw& normal() { return sampled_laws().front(); }

SampledRows rows_of(const SampledLaw& law, std::int64_t rows, std::uint64_t seed) {
  return SampledRows(sampled_rows(law, rows, seed));
}

// With so much epsilon and so many rows nobody is far from the sample, but for those
// that add noise to bounds far off.
TEST(Contenders, AreNearTheSampleWithMuchEpsilon) {
  const SampledRows rows = rows_of(normal(), 5000, 1);
  SeededSource source(2);
  for (const TrialStatistic statistic : all_statistics()) {
    const auto all = contenders(statistic, normal(), 20);
    ASSERT_TRUE(all) << all.error().message;
    ASSERT_GE(all->size(), 4U);
    EXPECT_EQ((*all)[0].name, "sample");
    EXPECT_EQ((*all)[1].name, "selvage");
    const double sample = (*all)[0].publish(rows, source).value();
    for (const Contender& one : *all) {
      const bool far = one.name == "clipped, +-10^6";
      const double answer = one.publish(rows, source).value();
      EXPECT_NEAR(answer, sample, far ? 500 : 1.5) << name_of(statistic) << one.name;
    }
  }
}

TEST(Contenders, AnErrorIsAgainstTheLawAndOfAMaximumTheRowsAbove) {
  const SampledRows rows({1, 2, 3, 3, 7});
  EXPECT_DOUBLE_EQ(error_of(TrialStatistic::median, normal(), rows, 37), 37.3 - 37);
  EXPECT_DOUBLE_EQ(error_of(TrialStatistic::mean, normal(), rows, 38), 38 - 37.3);
  EXPECT_NEAR(error_of(TrialStatistic::high, normal(), rows, 38.5815), 0.00005, 1e-5);
  EXPECT_EQ(error_of(TrialStatistic::maximum, normal(), rows, 2.5), 3);
  EXPECT_EQ(error_of(TrialStatistic::maximum, normal(), rows, 3), 1);
  EXPECT_EQ(error_of(TrialStatistic::maximum, normal(), rows, 8), 0);
  EXPECT_TRUE(std::isinf(error_of(TrialStatistic::mean, normal(), rows, std::nullopt)));
  EXPECT_TRUE(is_outside(rows, 0.5));
  EXPECT_TRUE(is_outside(rows, 7.5));
  EXPECT_FALSE(is_outside(rows, 7));
  EXPECT_FALSE(is_outside(rows, std::nullopt));
}

// The guard of the shipped median: no answer for a handful of rows.
TEST(Contenders, TheProgramSaysNothingOfAFewRows) {
  SeededSource source(3);
  const SampledRows rows = rows_of(normal(), 5, 4);
  for (const TrialStatistic statistic :
       {TrialStatistic::median, TrialStatistic::high, TrialStatistic::mean}) {
    const auto all = contenders(statistic, normal(), 1);
    EXPECT_FALSE((*all)[1].publish(rows, source)) << name_of(statistic);
  }
}

TEST(Contenders, WhatTheyRefuseIsRefused) {
  EXPECT_FALSE(contenders(TrialStatistic::median, normal(), 0));
  EXPECT_FALSE(contenders(TrialStatistic::mean, normal(), -1));
}

}  // namespace
}  // namespace selvage
