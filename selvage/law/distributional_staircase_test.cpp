#include "selvage/law/distributional_staircase.hpp"

#include <algorithm>

#include "selvage/law/distributional.hpp"
#include "selvage/law/law_testing.hpp"
#include "selvage/law/staircase_divergence.hpp"

namespace selvage {
namespace {

// Suppression is the worst mechanism that keeps (0, 0) for its small classes, so far as
// removing goes; adding may be less.
TEST(DistributionalStaircase, SuppressionIsAsBadAsThePromiseAllows) {
  const auto one =
      distributional_delta(suppress_small(20), {exact("0.5")}, exact("0.5"));
  const auto all =
      distributional_delta(SampledCrowd{20, 0, 0, exact("0.5"), 0}, exact("0.5"));
  ASSERT_TRUE(one && all);
  EXPECT_LE(one->lower(), all->upper());
  EXPECT_NEAR(one->middle() / all->middle(), 1, 0.2);
}

TEST(DistributionalStaircase, KnownPeopleMakeTheCrowdSmaller) {
  const auto delta = [](std::int64_t limit, std::int64_t known) {
    return *distributional_delta(suppress_small(limit), {exact("0.3"), known},
                                 exact("0.4"));
  };
  EXPECT_GT(delta(6, 2).lower(), delta(6, 0).upper());
  EXPECT_NEAR(delta(6, 2).middle(), delta(4, 0).middle(), 1e-12);
}

// One plain sum: X of at most 12 people, the output by its definition.
TEST(DistributionalStaircase, DeltaIsThatOfTheMixture) {
  const double rate = 0.4, ratio = std::exp(0.3);
  const Staircase staircase = noise_then_suppress(exact("0.8"), 4);
  const auto output = [](std::int64_t count, std::int64_t value) {  // 4: suppressed
    double mass = 0;
    for (std::int64_t y = value == 4 ? -100 : value; y <= value; ++y)
      mass +=
          std::tanh(0.4) * std::exp(-0.8 * static_cast<double>(std::abs(y - count)));
    return mass;
  };
  for (const std::int64_t known : {0, 2}) {
    double worst = 0;
    for (int n = 0; n <= 40; ++n)
      for (std::int64_t offset = 0; offset <= known; ++offset) {
        double removing = 0, adding = 0;
        for (std::int64_t value = 4; value <= 100; ++value) {
          double with = 0, without = 0;
          for (int x = 0; x <= n; ++x) {
            const double p = std::exp(std::lgamma(n + 1) - std::lgamma(x + 1) -
                                      std::lgamma(n - x + 1)) *
                             std::pow(rate, x) * std::pow(1 - rate, n - x);
            with += p * output(x + offset + 1, value);
            without += p * output(x + offset, value);
          }
          removing += std::max(0.0, with - ratio * without);
          adding += std::max(0.0, without - ratio * with);
        }
        worst = std::max({worst, removing, adding});
      }
    const auto delta =
        distributional_delta(staircase, {exact("0.4"), known}, exact("0.3"));
    ASSERT_TRUE(delta);
    EXPECT_NEAR(delta->middle(), worst, 1e-11) << known;
    EXPECT_LT((delta->upper() - delta->lower()).to_double(), 1e-13);
  }
}

TEST(DistributionalStaircase, NoSampleIsWorseThanNoUncertainty) {
  const Staircase staircase{1, {{8, exact("0.2")}}, true};
  Rational certain = 0;  // all counts, for somebody who knows all
  for (std::int64_t count = 1; count <= 60; ++count)
    certain = std::max(
        certain,
        divergences(staircase, {count, count - 1}, exact("0.6"))->larger().upper());
  const auto delta = distributional_delta(staircase, {exact("0.5")}, exact("0.6"));
  ASSERT_TRUE(delta);
  EXPECT_LT(delta->upper(), certain);
  EXPECT_GT(delta->lower().sign(), 0);
  EXPECT_EQ(distributional_delta(staircase, {exact("0.5")}, 1)->upper(), Rational(0));
}

TEST(DistributionalStaircase, RefusesWhatIsNoSample) {
  const Staircase staircase = suppress_small(5);
  EXPECT_FALSE(distributional_delta(staircase, {1}, exact("0.5")));
  EXPECT_FALSE(distributional_delta(staircase, {exact("0.5"), -1}, exact("0.5")));
  EXPECT_FALSE(distributional_delta(staircase, {exact("0.5"), 1001}, exact("0.5")));
  EXPECT_FALSE(distributional_delta(staircase, {exact("0.5")}, -1));
  EXPECT_FALSE(distributional_delta(Staircase{0, {}}, {exact("0.5")}, exact("0.5")));
}

}  // namespace
}  // namespace selvage
