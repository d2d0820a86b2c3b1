#include "selvage/mechanism/outlier/count_estimates.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "selvage/mechanism/outlier/display.hpp"
#include "selvage/mechanism/outlier/profile_plan.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

OutlierPlan estimates_plan(const char* profile) {
  return *plan_profile({.reading = {*Domain::make({})}, .epsilon = 0},
                       {.profile = *parse_profile(profile)});
}

// Unbiased counts add up: the interval holds the true sum, and the estimate is right on
// average (7 standard errors).
TEST(CountEstimates, TotalsUnderAProfileAreUnbiased) {
  constexpr int kCells = 30, kRuns = 400;
  const OutlierPlan plan = estimates_plan("10:0.1,1");
  const CountEstimates estimates(plan, Rational(19, 20));
  SeededSource random(4);
  double sum = 0, squares = 0;
  int missed = 0;
  std::int64_t truth = 0;
  for (int c = 0; c < kCells; ++c) truth += c;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<std::int64_t> counts(kCells);
    for (int c = 0; c < kCells; ++c) counts[static_cast<std::size_t>(c)] = c;
    plan.numbers[0].add_noise(counts, random);
    Int128 all = 0;
    for (const std::int64_t j : counts) all += estimates.summand(j);
    const auto total = estimates.total(all, kCells);
    ASSERT_TRUE(total);
    missed += truth < total->lower || truth > total->upper;
    const auto off = static_cast<double>(total->value - truth);
    sum += off;
    squares += off * off;
  }
  const double deviation = std::sqrt(squares / kRuns);
  EXPECT_LT(std::abs(sum / kRuns), 7 * deviation / std::sqrt(kRuns));
  EXPECT_GT(deviation, 5);
  EXPECT_LT(missed, kRuns / 20);
  // Where counts are joined nothing is right on average.
  const OutlierPlan joined = estimates_plan("10:0,1");
  EXPECT_FALSE(CountEstimates(joined, Rational(19, 20)).total(0, kCells));
}

// What the plan says of a count of 500 is what the release says of an output of 500.
TEST(CountEstimates, ThePapersIntervalsAreAsNarrowAsItsPlanSays) {
  for (const auto mechanism :
       {ProfileMechanism::noise_then_noise, ProfileMechanism::noise_then_suppression}) {
    const OutlierPlan plan = *plan_profile(
        {.reading = {*Domain::make({})},
         .epsilon = 0,
         .delta = *Rational::parse("1e-6")},
        {.profile = *parse_profile("100:0.01,1"), .mechanism = mechanism});
    const CountEstimates estimates(plan, Rational(19, 20));
    for (const auto& [count, mean, bound] : estimates.errors_by_count()) {
      if (count < 500) continue;  // few may stand behind an output of 200
      EXPECT_EQ(estimates.estimate(count),
                (Estimate{count, count - bound, count + bound}))
          << count;
    }
    const Estimate low = estimates.estimate(120);
    EXPECT_LE(low.lower, low.value);
    EXPECT_LE(low.value, low.upper);
  }
}

// A guess of less than one person in a cell is far off for cells of 20.
TEST(CountEstimates, WhatIsLikelyLiesWithinItsInterval) {
  OutlierPlan plan = estimates_plan("10:0.1,1");
  plan.display = {Display::Kind::likely, Rational(3, 5)};
  const CountEstimates estimates(plan, Rational(19, 20));
  const WarpedGeometric& law = *warped_of(plan.noise());
  EXPECT_LT(likely_count(law, 20, Rational(3, 5)),
            estimates.estimate(20).lower);  // what the guess alone would show
  for (std::int64_t output = 0; output <= 60; ++output) {
    const Estimate shown = estimates.estimate(output);
    EXPECT_LE(shown.lower, shown.value) << output;
    EXPECT_LE(shown.value, shown.upper) << output;
  }
}

}  // namespace
}  // namespace selvage
