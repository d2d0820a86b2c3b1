#include "selvage/experiment/trials/sampled_law.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr std::int64_t kRows = 200'000;

// How many standard deviations a share of the rows is from this probability.
double away(std::int64_t rows, double probability) {
  const double n = kRows;
  return (static_cast<double>(rows) - n * probability) /
         std::sqrt(n * probability * (1 - probability));
}

// With a fixed seed; six standard deviations have a probability of 2e-9.
TEST(SampledLaw, QuantilesAreThoseOfTheDraws) {
  std::uint64_t seed = 41;
  for (const SampledLaw& law : sampled_laws()) {
    const auto rows = sampled_rows(law, kRows, ++seed);
    for (const auto& [at, truth] :
         {std::pair(0.5, law.median), std::pair(0.9, law.high)}) {
      const auto below = std::lower_bound(rows.begin(), rows.end(), truth);
      const auto up_to = std::upper_bound(below, rows.end(), truth);
      EXPECT_LT(away(below - rows.begin(), at), 6) << law.name << " " << at;
      EXPECT_GT(away(up_to - rows.begin(), at), -6) << law.name << " " << at;
    }
  }
}

TEST(SampledLaw, MeansAreThoseOfTheDraws) {
  std::uint64_t seed = 61;
  for (const SampledLaw& law : sampled_laws()) {
    if (law.name == "Cauchy") continue;  // has none
    const auto rows = sampled_rows(law, kRows, ++seed);
    double sum = 0, squares = 0;
    for (const double x : rows)
      sum += x - law.mean, squares += std::pow(x - law.mean, 2);
    EXPECT_LT(std::abs(sum) / std::sqrt(squares), 6) << law.name;
  }
}

TEST(SampledLaw, MoneyIsWholeAndThirtyPercentOfItIsNothing) {
  const SampledLaw& money = sampled_laws().back();
  const auto rows = sampled_rows(money, kRows, 7);
  EXPECT_TRUE(std::all_of(rows.begin(), rows.end(),
                          [](double x) { return x == std::floor(x); }));
  const auto zeros = std::upper_bound(rows.begin(), rows.end(), 0.0) - rows.begin();
  EXPECT_LT(std::abs(away(zeros, 0.3)), 6);
  EXPECT_NEAR(money.mean, 19785, 1);
}

TEST(SampledLaw, TheSeedRepeatsTheRows) {
  const SampledLaw& normal = sampled_laws().front();
  EXPECT_EQ(sampled_rows(normal, 50, 3), sampled_rows(normal, 50, 3));
  EXPECT_NE(sampled_rows(normal, 50, 3), sampled_rows(normal, 50, 4));
}

}  // namespace
}  // namespace selvage
