#include "selvage/guarantee/robust.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace selvage {
namespace {

double epsilon_of(const Rational& scale, std::int64_t moved, std::int64_t window) {
  return log(robust_ratio(scale, moved, window)).middle();
}

// Vectors 44 and 45: the best window, its epsilon and its loss.
TEST(RobustNoise, Vectors) {
  struct Case {
    Rational scale;
    std::int64_t moved, window;
    double epsilon;
  };
  for (const auto& [scale, moved, window, epsilon] :
       {Case{2, 1, 1, 1.05272487640751}, Case{10, 1, 3, 0.450515777033445},
        Case{5, 2, 2, 0.946285512661287}, Case{1, 1, 0, 1.40760596444438}}) {
    EXPECT_EQ(robust_window(scale, moved), window);
    EXPECT_NEAR(epsilon_of(scale, moved, window), epsilon, 1e-12);
    // No other window does better.
    for (std::int64_t other = 0; other <= 12; ++other)
      EXPECT_GE(epsilon_of(scale, moved, other), epsilon - 1e-12);
  }
  EXPECT_NEAR(robust_loss(2, 1).middle(), 1.35558828563282, 1e-12);
}

// Vectors 40, 41 and 43: fine lattices come to the continuous constants; those of the
// paper, vector 42, are larger, and have a floor of ln 2. (A9)
TEST(RobustNoise, FineLatticesComeToTheContinuousConstants) {
  const std::int64_t fine = 1'000'000;
  struct Case {
    Rational scale;  // rho / r, with rho = 10^6 units
    double epsilon, loss, paper_epsilon, paper_loss;
  };
  for (const auto& [scale, epsilon, loss, paper_epsilon, paper_loss] :
       {Case{fine * 10, 0.454703085140535, 1.18781414639363, 0.844396660073571,
             1.0508331944775},
        Case{fine, 1.65745445415308, 1.36449090337493, 2.31326168751822,
             1.58197670686933}}) {
    const std::int64_t window = robust_window(scale, fine);
    EXPECT_NEAR(epsilon_of(scale, fine, window), epsilon, 1e-5);
    EXPECT_NEAR(robust_loss(scale, window).middle(), loss, 1e-5);
    const double r = fine / scale.to_double();
    EXPECT_NEAR(r + std::log1p(std::exp(r)), paper_epsilon, 1e-12);
    EXPECT_NEAR(r / -std::expm1(-r), paper_loss, 1e-12);
    EXPECT_LT(epsilon, paper_epsilon);
  }
  // The same laws: the paper promises ln 2, and the truth is (0, theta).
  EXPECT_NEAR(robust_ratio(7, 0, 0).middle(), 1, 1e-12);
  EXPECT_TRUE(robust_noise({0, {1, 10}, 1, 7, 0, 0, {1, 10}}));
  EXPECT_FALSE(robust_noise({0, {1, 10}, 1, 7, 0, 0, {99, 1000}}));
  for (const auto& [epsilon, r] : {std::pair(Rational(1, 2), 0.120114506958278),
                                   std::pair(Rational(1), 0.433780830483027),
                                   std::pair(Rational(2), 1.32500274735786)}) {
    const auto noise = least_robust_noise(fine, 0, 1, epsilon);
    ASSERT_TRUE(noise);
    EXPECT_NEAR(fine / noise->scale.to_double(), r, r * 1.1e-3);  // four digits
    EXPECT_TRUE(robust_noise(*noise));
  }
}

// Never less than the theorem says, and not much more.
TEST(RobustNoise, TheLeastScaleKeepsItsEpsilon) {
  for (const Rational& rho : {Rational(1), Rational(7, 2), Rational(40)})
    for (const Rational& epsilon : {Rational(1, 10), Rational(1), Rational(5)}) {
      const auto noise = least_robust_noise(rho, {1, 100}, 1, epsilon);
      ASSERT_TRUE(noise);
      EXPECT_TRUE(robust_noise(*noise)) << rho.text() << " " << epsilon.text();
      RobustNoise less = *noise;
      less.scale = less.scale * Rational(99, 100);
      for (less.window = 0; less.window < 200; ++less.window)
        EXPECT_FALSE(robust_noise(less)) << rho.text() << " " << epsilon.text();
    }
}

TEST(RobustNoise, IsRecomputedAndALieIsSeen) {
  const auto noise = least_robust_noise(5, {1, 100}, 1, {1, 2});
  ASSERT_TRUE(noise);
  Derivation node = *after_any_step(*robust_noise(*noise));
  EXPECT_TRUE(holds(node));
  EXPECT_EQ(std::get<RobustPromise>(node.conclusion.promise).epsilon, Rational(1, 2));
  Derivation lie = node;
  std::get<RobustPromise>(lie.conclusion.promise).rho = 6;
  EXPECT_FALSE(holds(lie));
  lie = node;
  lie.premises[0].inputs[3].second = noise->scale / 2;
  EXPECT_FALSE(holds(lie));
  EXPECT_FALSE(after_any_step(discrete_laplace_cells(1, 1)));
}

TEST(RobustNoise, RefusesWhatTheTheoremDoesNotSpeakOf) {
  const RobustNoise good = *least_robust_noise(5, {1, 100}, 1, {1, 2});
  for (const auto& spoil : std::vector<void (*)(RobustNoise&)>{
           [](RobustNoise& n) { n.rho = -1; }, [](RobustNoise& n) { n.theta = 1; },
           [](RobustNoise& n) { n.theta = -1; }, [](RobustNoise& n) { n.unit = 0; },
           [](RobustNoise& n) { n.scale = 0; }, [](RobustNoise& n) { n.window = -1; },
           [](RobustNoise& n) { n.epsilon = 0; }, [](RobustNoise& n) { n.delta = 0; },
           [](RobustNoise& n) {
             n.unit = {1, 2};
           }}) {
    RobustNoise bad = good;
    spoil(bad);
    EXPECT_FALSE(robust_noise(bad));
  }
}

}  // namespace
}  // namespace selvage
