#include "selvage/experiment/rivals/clipped_sums.hpp"

#include <gtest/gtest.h>

#include "selvage/experiment/rivals/rivals_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

const RowCodes kFarAndNear = {-8, 0, 1, 90};

template <class Rival>
void expect_hidden(const Rival& rival) {
  const auto excess = worst_excess_of(rival, kFarAndNear, 2, 1e-8);
  EXPECT_LE(excess.certain, Rational(0));
  EXPECT_LE(excess.upper, Rational(1, 10'000)) << excess.upper.to_double();
  EXPECT_GT(worst_excess_of(rival, kFarAndNear, 2, 1e-8, {7, 8}).certain, Rational(0));
}

TEST(ClippedSums, MeanAndSumHideEveryRow) {
  for (const CodeBounds& bounds : {CodeBounds{-3, 4}, CodeBounds{0, 4}}) {
    expect_hidden(*ClippedMean::make({.epsilon = 3, .bounds = bounds}));
    expect_hidden(*ClippedSum::make({.epsilon = 3, .bounds = bounds}));
  }
}

TEST(ClippedSums, ValuesCountWithinTheBounds) {
  SeededSource random(8);
  const RowCodes rows = {-50, 10, 20, 90};  // 0, 10, 20, 40
  const auto sum = *ClippedSum::make({.epsilon = 1'000'000, .bounds = {0, 40}});
  EXPECT_EQ(sum.run(rows, random), 70);
  const auto mean = *ClippedMean::make({.epsilon = 1'000'000, .bounds = {0, 40}});
  const auto noisy = mean.run(rows, random);
  EXPECT_EQ(noisy.sum, -10);
  EXPECT_EQ(noisy.rows, 4);
  EXPECT_EQ(mean.mean(noisy), 18);  // 17.5, halves up
  EXPECT_EQ(mean.mean({1'000, -3}), 40);
  EXPECT_EQ(mean.mean({-1'000, 2}), 0);
}

TEST(ClippedSums, RefusesWhatHasNoLaw) {
  EXPECT_FALSE(ClippedMean::make({.epsilon = 0, .bounds = {0, 1}}));
  EXPECT_FALSE(ClippedSum::make({.epsilon = 1, .bounds = {1, 1}}));
  EXPECT_EQ(ClippedMean::make({.epsilon = {1, 1 << 30}, .bounds = {0, 1LL << 50}})
                .error()
                .field,
            "bounds");
}

}  // namespace
}  // namespace selvage
