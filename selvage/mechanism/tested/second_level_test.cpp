// The second levels of the median and of the trimmed mean by themselves, with a scale
// that is given: what is told beside tables that one row can spoil, and the noise of
// what is told beside all others. The same of the scale. [T126, T134]
#include <gtest/gtest.h>

#include "selvage/guarantee/tested_release.hpp"
#include "selvage/mechanism/row_codes_testing.hpp"
#include "selvage/mechanism/tested/tested_location.hpp"
#include "selvage/outcome/answering_source.hpp"
#include "selvage/outcome/divergence.hpp"

namespace selvage {
namespace {

const Rational kNextToNothing(1, 100'000);

RowCodes two_values(std::int64_t low, std::size_t lows, std::int64_t high,
                    std::size_t highs) {
  RowCodes rows(lows, low);
  rows.insert(rows.end(), highs, high);
  return rows;
}

using ToldLaw = OutcomeLaw<std::int64_t>;

// Of tell(rows, random).
template <class Tell>
ToldLaw told_on(const RowCodes& codes, const Tell& tell) {
  const PublicRows rows(std::ssize(codes), std::span<const std::int64_t>(codes));
  return law_of<TreeSource>({.cut = 1e-13},
                            [&](RandomSource& random) { return tell(rows, random); });
}

Interval chance_of_telling(const ToldLaw& law) {
  Interval told(0);
  for (const auto& [number, mass] : law.mass)
    if (number != kNotTold) told = told + mass.value();
  return told + law.unresolved;
}

// On tables that one row takes elsewhere nothing is told but for the delta of so many
// tests, of which nearly all is used.
void expect_untold(const ToldLaw& one, const ToldLaw& other, const TestShare& share,
                   std::int64_t tests) {
  const Rational delta = *threshold_delta(share.epsilon, share.margin) * tests;
  for (const ToldLaw& law : {one, other}) {
    EXPECT_LE(chance_of_telling(law).upper(), delta + Rational(1, 1'000'000'000));
    EXPECT_GT(chance_of_telling(law).lower(), delta * Rational(9, 10));
  }
  const Rational epsilon = share.epsilon * (tests + 1);
  EXPECT_LE(between(one, other, epsilon).lower(), delta);
  EXPECT_LE(between(other, one, epsilon).lower(), delta);
}

// On tables that all tests pass the noise alone hides a row: with the share of the
// noise, and not with half of it.
void expect_hidden_by_noise(const ToldLaw& one, const ToldLaw& other,
                            const TestShare& share) {
  for (const auto& [p, q] : {std::pair(&one, &other), std::pair(&other, &one)}) {
    EXPECT_GT(chance_of_telling(*p).lower(), Rational(99'999, 100'000));
    EXPECT_LE(between(*p, *q, share.epsilon).upper(), kNextToNothing);
    EXPECT_GT(between(*p, *q, share.epsilon / 2).lower(), kNextToNothing);
  }
}

// 500 times 0 and 501 times 10, or the other way round: the medians are 10 and 0, and
// bins are one code wide.
TEST(SecondLevel, AMedianThatOneRowMovesIsNotTold) {
  const auto median = *TestedMedian::make({1001, 6, {1, 250}});
  ASSERT_EQ(median.width(0).bin_bits, 0);
  ASSERT_EQ(median.width(0).step_bits, 0);
  for (const std::int64_t scale : {std::int64_t{0}, TestedScale::kZero}) {
    const auto tell = [&](const PublicRows& rows, RandomSource& random) {
      return median.second(rows, scale, random);
    };
    expect_untold(told_on(two_values(0, 500, 10, 501), tell),
                  told_on(two_values(0, 501, 10, 500), tell), median.scale().share(),
                  2);
  }
}

// Bins of four codes, all rows in one of them: the medians are 3 steps apart.
TEST(SecondLevel, AMedianIsToldWithNoiseForABin) {
  const auto median = *TestedMedian::make({101, 18, {1, 10}, 4});
  std::int64_t scale = 0;
  while (median.width(scale).bin_bits < 2) ++scale;
  ASSERT_EQ(median.width(scale).step_bits, 0);
  const auto tell = [&](const PublicRows& rows, RandomSource& random) {
    return median.second(rows, scale, random);
  };
  expect_hidden_by_noise(told_on(two_values(0, 50, 3, 51), tell),
                         told_on(two_values(0, 51, 3, 50), tell),
                         median.scale().share());
}

// One row moves the sum by one more than the bound, which is 3, or 0.
TEST(SecondLevel, ASumThatOneRowMovesFartherIsNotTold) {
  const auto mean = *TestedTrimmedMean::make({10, 5, {3, 1000}}, {1, 10});
  ASSERT_TRUE(mean.reach(0).bound == 3);
  for (const std::int64_t scale : {std::int64_t{0}, TestedScale::kZero}) {
    const auto apart = static_cast<std::int64_t>(mean.reach(scale).bound) + 1;
    const auto told = [&](std::size_t lows, std::int64_t highs_kept) {
      return told_on(two_values(0, lows, apart, 10 - lows),
                     [&](const PublicRows& rows, RandomSource& random) {
                       return mean.second(rows, highs_kept * apart, scale, random);
                     });
    };
    expect_untold(told(5, 4), told(6, 3), mean.scale().share(), 1);
  }
}

// All rows are as far apart as the bound: one of them moves the sum by all of it.
TEST(SecondLevel, ASumIsToldWithNoiseForTheBound) {
  const auto mean = *TestedTrimmedMean::make({100, 15, {1, 10}}, {3, 10});
  const auto bound = static_cast<std::int64_t>(mean.reach(0).bound);
  ASSERT_EQ(mean.reach(0).moved, bound);
  const auto told = [&](std::size_t lows, Int128 sum) {
    return told_on(two_values(0, lows, bound, 100 - lows),
                   [&](const PublicRows& rows, RandomSource& random) {
                     return mean.second(rows, sum, 0, random);
                   });
  };
  expect_hidden_by_noise(told(50, 20 * bound), told(51, 19 * bound),
                         mean.scale().share());
}

// Remembers the scales of what was drawn; every test passes.
class Scales : public AnsweringSource {
 public:
  std::vector<Rational> asked;

 private:
  std::int64_t answer(std::size_t, std::size_t) const override { return 1'000'000; }
  void asked_for(bool, const Rational& scale) override { asked.push_back(scale); }
};

// Where noise is too wide to be walked: what is drawn is a test and noise for a move.
TEST(SecondLevel, WideNoiseIsForABinOrForTheBoundToo) {
  const RowCodes codes = two_values(0, 500, 10, 501);
  const PublicRows rows(1001, std::span<const std::int64_t>(codes));
  const auto median = *TestedMedian::make({1001, 6, {1, 250}});
  const auto mean = *TestedTrimmedMean::make({1001, 5, {3, 1000}}, {1, 10});
  for (const std::int64_t scale :
       {std::int64_t{0}, std::int64_t{900}, std::int64_t{3000}}) {
    Scales of_median, of_mean;
    median.second(rows, scale, of_median);
    mean.second(rows, 12'345, scale, of_mean);
    const auto reach = mean.reach(scale);
    EXPECT_TRUE(Int128{reach.moved} << reach.step_bits >= reach.bound);
    EXPECT_EQ(
        of_median.asked,
        (std::vector<Rational>{1, std::int64_t{1} << median.width(scale).bin_bits}));
    EXPECT_EQ(of_mean.asked, (std::vector<Rational>{1, reach.moved}));
  }
  Scales nothing;
  median.second(rows, TestedScale::kZero, nothing);
  EXPECT_EQ(nothing.asked.size(), 1u);  // a value that nobody changes needs no noise
}

RowCodes with_quartile(std::int64_t at_31, std::int64_t above) {
  RowCodes rows = two_values(0, 20, above, 21);
  std::fill(rows.begin() + 20, rows.begin() + 30, at_31);
  return rows;
}

// The third quartile is the 31st of 41 rows. Spreads three of four steps apart in one
// bin, and none of eight rows leads out of it.
TEST(SecondLevel, AScaleIsToldWithNoiseForABin) {
  const auto scale = *TestedScale::make({41, 9, {1, 10}, 4});
  std::int64_t low = 1000;
  while (scale.step_of(low) % 4 != 0) ++low;
  std::int64_t high = low;
  while (scale.step_of(high) < scale.step_of(low) + 3) ++high;
  RowCodes one = with_quartile(low, high), other = one;
  other[30] = low;
  ASSERT_EQ(spread_between({41, std::span<const std::int64_t>(one)}, scale.ranks()),
            Int128{high});
  ASSERT_EQ(spread_between({41, std::span<const std::int64_t>(other)}, scale.ranks()),
            Int128{low});
  const auto tell = [&](const PublicRows& rows, RandomSource& random) {
    return scale.run(rows, random);
  };
  expect_hidden_by_noise(told_on(one, tell), told_on(other, tell), scale.share());
}

TEST(SecondLevel, AScaleThatOneRowMovesIsNotTold) {
  const auto scale = *TestedScale::make({41, 3, {1, 250}, 4});
  const auto tell = [&](const PublicRows& rows, RandomSource& random) {
    return scale.run(rows, random);
  };
  expect_untold(told_on(two_values(0, 30, 1000, 11), tell),
                told_on(two_values(0, 31, 1000, 10), tell), scale.share(), 2);
}

constexpr std::int64_t kEveryTestPasses = -1000;  // a margin

// Halves up, below 0 too: then a shift by whole steps moves the steps by as many, and a
// row moves them by no more than the noise is for. Rounding them away from 0 does not.
TEST(SecondLevel, WhatIsToldIsTheNearestStepHalvesUp) {
  const TestedParameters asked{8, 18, kNextToNothing, 8, kEveryTestPasses};
  const auto median = *TestedMedian::make(asked);
  const auto mean = *TestedTrimmedMean::make(asked, {1, 4});
  std::int64_t of_median = 0, of_mean = 0;
  while (median.width(of_median).step_bits < 3) ++of_median;
  while (mean.reach(of_mean).step_bits < 3) ++of_mean;
  const auto expect_nearest = [](std::int64_t steps, std::int64_t code) {
    EXPECT_TRUE(-4 <= code - 8 * steps && code - 8 * steps < 4) << code << ' ' << steps;
  };
  for (std::int64_t code = -40; code <= 40; ++code) {
    const RowCodes codes(8, code);
    const PublicRows rows(8, std::span<const std::int64_t>(codes));
    ConstantSource no_noise(0);
    expect_nearest(median.second(rows, of_median, no_noise), code);
    expect_nearest(mean.second(rows, code, of_mean, no_noise), code);
  }
}

// Of nobody there are ends alone: no number is told, although all tests pass.
TEST(SecondLevel, EndsThatWereAddedAreNotTold) {
  const TestedParameters asked{1000, 18, kNextToNothing, 16, kEveryTestPasses};
  const PublicRows nobody(1000, std::span<const std::int64_t>());
  const auto median = *TestedMedian::make(asked);
  const auto mean = *TestedTrimmedMean::make(asked, {1, 4});
  ConstantSource no_noise(0);
  EXPECT_EQ(median.scale().run(nobody, no_noise), kNotTold);
  for (const std::int64_t scale : {std::int64_t{0}, TestedScale::kZero})
    EXPECT_EQ(median.second(nobody, scale, no_noise), kNotTold);
  EXPECT_EQ(mean.second(nobody, 0, TestedScale::kZero, no_noise), kNotTold);
  // Nor where only the first quartile is an end, and the other one is below 0.
  const RowCodes few(700, -5);
  EXPECT_EQ(median.scale().run({1000, std::span<const std::int64_t>(few)}, no_noise),
            TestedScale::kZero);
  const RowCodes fewer(499, -5);
  EXPECT_EQ(median.scale().run({1000, std::span<const std::int64_t>(fewer)}, no_noise),
            kNotTold);
}

// What lies next to an edge of whole bins is in the middle of one that is half a bin
// beside, and is told by that: the first test fails, the second passes.
TEST(SecondLevel, BinsBesideAreTriedToo) {
  ConstantSource no_noise(0);
  RowCodes thousand;
  for (std::int64_t i = 1; i <= 1000; ++i) thousand.push_back(i);
  const PublicRows rows(1000, std::span<const std::int64_t>(thousand));
  const auto scale = *TestedScale::make({1000, 9, {1, 1'000'000}});
  ASSERT_LT(scale.depth(rows, false), scale.share().margin);
  EXPECT_EQ(scale.run(rows, no_noise), scale.step_of(500));
  EXPECT_EQ(scale.step_of(1), 0);
  const auto median = *TestedMedian::make({101, 18, {1, 1'000'000}, 8});
  std::int64_t eights = 0;
  while (median.width(eights).bin_bits < 3) ++eights;
  ASSERT_EQ(median.width(eights).step_bits, 0);
  const RowCodes codes = two_values(7, 50, 8, 51);
  EXPECT_EQ(
      median.second({101, std::span<const std::int64_t>(codes)}, eights, no_noise), 8);
}

}  // namespace
}  // namespace selvage
