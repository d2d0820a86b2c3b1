#include "selvage/guarantee/outlier_distribution.hpp"

#include <gtest/gtest.h>

#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/guarantee/outlier_composition.hpp"
#include "selvage/guarantee/warped_cells.hpp"

namespace selvage {
namespace {

Derivation warped_by_age(const std::string& profile) {
  return *warped_geometric_cells(*parse_profile(profile), "age");
}

const Rational kHalf(1, 2);

// 0.002959792795067 by 40 digits: classes of at most 50 have 1/50, ten people known.
TEST(OutlierDistribution, DeltaIsThatOfTheLaw) {
  const auto node =
      distributional_from_outlier(warped_by_age("50:0.02,inf"), {50, kHalf, 10}, kHalf);
  ASSERT_TRUE(node) << node.error().message;
  const auto& promise = std::get<DistributionalPromise>(node->conclusion.promise);
  EXPECT_NEAR(promise.delta.to_double(), 0.002959792795067, 1e-8);
  EXPECT_GE(promise.delta.to_double(), 0.002959792795067);
  EXPECT_EQ(promise.rate_low, 0);
  EXPECT_EQ(promise.rate_high, kHalf);
  EXPECT_EQ(promise.known, 10);
  EXPECT_EQ(promise.epsilon, kHalf);
  EXPECT_TRUE(holds(*node));
  const auto again = parse_derivation(derivation_text(*node));
  EXPECT_TRUE(holds(*again));
  auto less = *node;
  std::get<DistributionalPromise>(less.conclusion.promise).delta = Rational(1, 1000);
  EXPECT_FALSE(holds(less));
}

TEST(OutlierDistribution, RefusesWhatTheTheoremDoesNotSay) {
  const auto cells = warped_by_age("50:0.02,inf");
  EXPECT_FALSE(distributional_from_outlier(cells, {51, kHalf, 10}, kHalf));
  EXPECT_FALSE(distributional_from_outlier(cells, {50, kHalf, 50}, kHalf));
  EXPECT_FALSE(distributional_from_outlier(cells, {50, kHalf, 10}, Rational(1, 100)));
  EXPECT_FALSE(distributional_from_outlier(cells, {50, 2, 10}, kHalf));
  EXPECT_FALSE(distributional_from_outlier(cells, {0, kHalf, 0}, kHalf));
  // Not exchangeable: the number of people of the class is not all that counts.
  const auto plain = outlier_from_dp(discrete_laplace_cells(50, 1), "age");
  EXPECT_FALSE(distributional_from_outlier(*plain, {50, kHalf, 10}, kHalf));
}

}  // namespace
}  // namespace selvage
