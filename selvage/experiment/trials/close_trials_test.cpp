#include "selvage/experiment/trials/close_trials.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

// Fixed seed. Noise of scale s has a mean size of about s; both noises add up less.
TEST(CloseTrials, ErrorsAreThoseOfTheNoise) {
  const auto trials = run_robust_trials({.seed = 3, .runs = 400});
  ASSERT_TRUE(trials) << trials.error().message;
  ASSERT_EQ(trials->size(), 1U + 4 * 2 * 3);
  EXPECT_NEAR(trials->front().error.mean, 0.85, 0.3);  // of epsilon 1 alone
  for (const RobustTrial& trial : *trials) {
    if (trial.rho.sign() == 0) continue;
    EXPECT_GT(trial.error.mean, 0.7 * trial.scale) << trial.rho.text();
    EXPECT_LT(trial.error.mean, 1.4 * trial.scale + 1) << trial.rho.text();
    EXPECT_LE(trial.delta, 1.5 * trial.theta.to_double() + 1e-9);
    // What is left out costs no noise.
    if (trial.theta.sign() > 0) {
      EXPECT_GT(trial.delta, 0);
    }
  }
}

TEST(CloseTrials, SeparatorsAreExactButForAFew) {
  const auto trials = run_separator_trials({.seed = 5, .runs = 40});
  ASSERT_TRUE(trials) << trials.error().message;
  ASSERT_EQ(trials->size(), separator_shapes().size() * 3);
  for (const SeparatorTrial& trial : *trials) {
    EXPECT_LE(trial.set_aside.mean, trial.most_set_aside);
    if (trial.shape == 0) {  // no point can be lost
      EXPECT_EQ(trial.answered, 1);
      EXPECT_EQ(trial.same, 1);
    }
    // A single person is always dropped but for a chance of delta: then the plane is
    // that of the far groups.
    if (trial.shape == 2) {
      EXPECT_EQ(trial.same, 0);
    }
    if (trial.shape == 3) {  // there is none without dropping that one
      EXPECT_EQ(trial.answered, 1);
      EXPECT_EQ(trial.same, 0);
    }
  }
}

TEST(CloseTrials, RefusesASingleRun) {
  EXPECT_FALSE(run_robust_trials({.runs = 1}));
  EXPECT_FALSE(run_separator_trials({.runs = 1}));
}

}  // namespace
}  // namespace selvage
