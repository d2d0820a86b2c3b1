#include "selvage/guarantee/private_draw.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "selvage/guarantee/accuracy_derivation.hpp"
#include "selvage/guarantee/laplace_sum_tail.hpp"

namespace selvage {
namespace {

// Of the paper: S / b, and the share that is left out. Plain sampling of a row out of
// 1000 at least is (0, 1/1001): true, and no protection for the one who is drawn.
TEST(PrivateDraw, PromisesWhatThePaperDoes) {
  const auto lossy = private_draw({{1, 100}, 3, 7});
  ASSERT_TRUE(lossy) << lossy.error().message;
  EXPECT_EQ(std::get<DpPromise>(lossy->conclusion.promise),
            (DpPromise{{3, 7}, {1, 100}}));
  const auto plain = private_draw({{1, 1001}, 0, 1});
  ASSERT_TRUE(plain);
  EXPECT_EQ(std::get<DpPromise>(plain->conclusion.promise), (DpPromise{0, {1, 1001}}));
  EXPECT_FALSE(private_draw({1, 0, 1}));
  EXPECT_FALSE(private_draw({{1, 2}, -1, 1}));
  EXPECT_FALSE(private_draw({{1, 2}, 1, 0}));
}

TEST(PrivateDraw, WithoutADeltaTheShareIsHiddenToo) {
  const double exact = std::log(0.9 * std::exp(2.0 / 7) + 0.1 * std::exp(30.0 / 7));
  const Rational enough = Rational::from_double(exact + 1e-9),
                 less = Rational::from_double(exact - 1e-9);
  EXPECT_TRUE(private_draw_within({{1, 10}, 2, 7}, 30, enough));
  EXPECT_FALSE(private_draw_within({{1, 10}, 2, 7}, 30, less));
  EXPECT_FALSE(private_draw_within({{1, 10}, 31, 7}, 30, 90));
  EXPECT_FALSE(private_draw_within({{11, 10}, 0, 7}, 30, 90));
}

// span / ln(1 + (e^epsilon - 1)/theta): 199 places and a share of 1/10000 at epsilon 1
// need a scale of 199 / 9.7518... instead of the 199 that the noise alone would.
TEST(PrivateDraw, TheLeastScaleIsTheLeastOfFourDigits) {
  const auto scale = least_draw_scale(199, {1, 10'000}, 1);
  ASSERT_TRUE(scale);
  const double right = 199 / std::log1p(std::expm1(1.0) * 10'000);
  EXPECT_GE(scale->to_double(), right);
  EXPECT_LE(scale->to_double(), right * 1.001);
  EXPECT_TRUE(private_draw_within({{1, 10'000}, 0, *scale}, 199, 1));
  EXPECT_FALSE(
      private_draw_within({{1, 10'000}, 0, *scale - Rational(1, 100)}, 199, 1));
  // A share of all is noise alone.
  const auto alone = least_draw_scale(10, 1, {1, 4});
  ASSERT_TRUE(alone);
  EXPECT_EQ(*alone, Rational(40));
  EXPECT_FALSE(least_draw_scale(1'000'000'000, 1, *Rational::parse("1e-9")));
}

// Vector 46: how far noise goes but for gamma.
TEST(PrivateDraw, TheRadiusOfNoise) {
  EXPECT_EQ(laplace_size_bound(1, 1, {1, 20}), 3);
  EXPECT_EQ(laplace_size_bound(10, 1, {1, 100}), 46);
  EXPECT_EQ(laplace_size_bound(2, 1, *Rational::parse("1e-6")), 28);
}

// T313 as a tree: half a step by which rows move, and the noise.
TEST(PrivateDraw, AccuracyIsATree) {
  const auto tree = accuracy_of_draw(200, 20, 10, {1, 100});
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_TRUE(holds(*tree));
  const auto& known = std::get<FunctionAccuracy>(tree->conclusion);
  EXPECT_EQ(known.accuracy.beta, Rational(5 + 46 * 10));
  EXPECT_EQ(known.accuracy.gamma, Rational(1, 100));
  AccuracyDerivation lie = *tree;
  std::get<FunctionAccuracy>(lie.conclusion).accuracy.beta = 464;
  EXPECT_FALSE(holds(lie));
  EXPECT_FALSE(accuracy_of_draw(200, 20, 10, 0));
  EXPECT_FALSE(accuracy_of_draw(200, 20, 10, 1));
  EXPECT_FALSE(accuracy_of_draw(200, 20, 0, {1, 100}));
}

// T212 as a tree: people set aside, all others half a step from where they were.
TEST(PrivateDraw, ASeparatorIsExactAfterMoves) {
  const auto tree = separator_of_drops(1, *Rational::parse("1e-6"), 20, {1, 20});
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_TRUE(holds(*tree));
  const auto& known = std::get<FunctionAccuracy>(tree->conclusion);
  EXPECT_EQ(known.function, "separator");
  EXPECT_EQ(known.accuracy.beta, Rational(1, 2));
  EXPECT_TRUE(known.in_people);
  const auto& dropped =
      std::get<FunctionAccuracy>(tree->premises[0].conclusion).accuracy;
  EXPECT_EQ(known.accuracy.alpha, dropped.alpha);
  EXPECT_FALSE(derive_accuracy("exact_after_moves", {}, {tree->premises[0]}));
  EXPECT_FALSE(
      derive_accuracy("exact_after_moves", {}, {tree->premises[1], tree->premises[0]}));
}

}  // namespace
}  // namespace selvage
