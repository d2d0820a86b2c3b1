#include "selvage/guarantee/best_composition.hpp"

#include <gtest/gtest.h>

#include "selvage/base/number_testing.hpp"
#include "selvage/guarantee/loss_composition.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

Derivation given(Promise promise) {
  return {"given", {}, {}, {std::move(promise), Neighbours::add_remove_person}};
}

const Rational& epsilon_of(const BestComposition& result, const std::string& name) {
  static const Rational none = -1;
  for (const CompositionWay& way : result.ways)
    if (way.name == name) return way.promise().epsilon;
  return none;
}

TEST(BestComposition, ManyHistogramsAreToldByTheirNoise) {
  const auto result =
      best_composition({{discrete_laplace_cells(10, 10), 16}}, number("1e-6"));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->best.name, "privacy_loss");
  EXPECT_EQ(result->ways.size(), 4u);
  EXPECT_EQ(epsilon_of(*result, "basic"), Rational(16));
  EXPECT_LT(epsilon_of(*result, "privacy_loss"), epsilon_of(*result, "optimal"));
  EXPECT_LT(epsilon_of(*result, "optimal"), epsilon_of(*result, "zcdp"));
  for (const CompositionWay& way : result->ways) {
    EXPECT_TRUE(holds(way.derivation)) << way.name;
    EXPECT_LE(way.promise().delta, number("1e-6"));
    EXPECT_LE(result->best.promise().epsilon, way.promise().epsilon);
  }
}

TEST(BestComposition, EqualReleasesAreOneTerm) {
  const auto one = discrete_laplace_cells(50, 3), other = discrete_laplace_cells(70, 2);
  const auto apart =
      best_composition({{one, 20}, {other, 1}, {one, 30}, {other, 4}}, number("1e-5"));
  const auto gathered = best_composition({{one, 50}, {other, 5}}, number("1e-5"));
  ASSERT_TRUE(apart && gathered);
  EXPECT_EQ(apart->best.promise(), gathered->best.promise());
  EXPECT_EQ(apart->best.derivation.premises.size(), 2u);
}

TEST(BestComposition, PureEpsilonNeedsNoDelta) {
  const auto result = best_composition({{discrete_laplace_cells(3, 1), 2}}, 0);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->best.name, "basic");
  EXPECT_EQ(result->best.promise(), (DpPromise{Rational(2, 3), 0}));
}

TEST(BestComposition, PromisesWithoutNoiseComposeOptimally) {
  const auto result = best_composition(
      {{given(DpPromise{Rational(1, 10), number("1e-9")}), 100}}, number("1e-6"));
  ASSERT_TRUE(result);
  EXPECT_EQ(epsilon_of(*result, "zcdp"), Rational(-1));  // delta is not 0
  EXPECT_EQ(epsilon_of(*result, "optimal"), epsilon_of(*result, "privacy_loss"));
  EXPECT_EQ(result->best.name, "optimal");
  EXPECT_LT(result->best.promise().epsilon, Rational(10));
}

TEST(BestComposition, GaussianAndLaplaceNoiseMix) {
  const auto result = best_composition(
      {{discrete_gaussian_cells(400, 1), 100}, {discrete_laplace_cells(20, 1), 100}},
      number("1e-8"));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->best.name, "privacy_loss");
  EXPECT_EQ(result->ways.size(), 4u);
  EXPECT_TRUE(holds(result->best.derivation));
}

TEST(BestComposition, ConcentratedPromisesTakeHalfOfDelta) {
  const auto zcdp = given(ZcdpPromise{number("0.01")});
  const auto alone = best_composition({{zcdp, 10}}, number("1e-6"));
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->best.name, "zcdp");
  EXPECT_EQ(alone->ways.size(), 1u);
  const auto mixed = best_composition(
      {{zcdp, 10}, {given(DpPromise{Rational(1, 5), number("1e-7")}), 3}},
      number("1e-6"));
  ASSERT_TRUE(mixed);
  EXPECT_EQ(mixed->ways.size(), 3u);
  EXPECT_GT(mixed->best.promise().epsilon, alone->best.promise().epsilon);
  for (const CompositionWay& way : mixed->ways)
    EXPECT_LE(way.promise().delta, number("1e-6")) << way.name;
}

TEST(BestComposition, RefusesWhatHasNoOverallPromise) {
  const auto laplace = discrete_laplace_cells(3, 1);
  EXPECT_FALSE(best_composition({}, number("1e-6")));
  EXPECT_FALSE(best_composition({{laplace, 0}}, number("1e-6")));
  EXPECT_FALSE(best_composition({{laplace, 1}}, 1));
  EXPECT_FALSE(best_composition(
      {{laplace, 1}, {given(RandomDpPromise{1, 0, Rational(1, 20)}), 1}},
      number("1e-6")));
  EXPECT_FALSE(best_composition({{laplace, 1}, {*replace_from_add_remove(laplace), 1}},
                                number("1e-6")));
  EXPECT_FALSE(best_composition({{given(DpPromise{1, number("1e-3")}), 1}}, 0));
}

// A promise of epsilon alone must not pass for discrete Laplace noise.
TEST(BestComposition, NoiseIsBelievedOnlyWithItsDerivation) {
  const auto noise =
      best_composition({{discrete_laplace_cells(10, 10), 8}}, number("1e-6"));
  const auto alone = best_composition({{given(DpPromise{1, 0}), 8}}, number("1e-6"));
  Derivation forged = discrete_laplace_cells(10, 10);
  forged.inputs.clear();
  const auto not_derived = best_composition({{forged, 8}}, number("1e-6"));
  ASSERT_TRUE(noise && alone && not_derived);
  EXPECT_LT(noise->best.promise().epsilon, alone->best.promise().epsilon);
  EXPECT_EQ(not_derived->best.promise(), alone->best.promise());
}

TEST(LossComposition, AChangedNumberAnywhereIsFound) {
  const auto a = discrete_laplace_loss(Rational(9, 2), 3);
  const auto b = discrete_gaussian_loss(40, 2);
  ASSERT_TRUE(a && b);
  const auto node = composition_by_privacy_loss({*a, *b}, {20, 3}, number("1e-6"));
  ASSERT_TRUE(node);
  EXPECT_TRUE(holds(*node));
  auto wrong_leaf = *node;
  wrong_leaf.premises[0].inputs[1].second = 2;
  EXPECT_FALSE(holds(wrong_leaf));
  auto wrong_times = *node;
  wrong_times.inputs[2].second = 19;
  EXPECT_FALSE(holds(wrong_times));
  auto wrong_epsilon = *node;
  auto& promise = std::get<DpPromise>(wrong_epsilon.conclusion.promise);
  promise.epsilon = promise.epsilon - number("0.0001");
  EXPECT_FALSE(holds(wrong_epsilon));
}

TEST(LossComposition, RefusesOtherKinds) {
  const auto zcdp = given(ZcdpPromise{1});
  EXPECT_FALSE(composition_by_privacy_loss({zcdp}, {1}, number("1e-6")));
  EXPECT_FALSE(discrete_laplace_loss(0, 1));
  EXPECT_FALSE(discrete_laplace_loss(1, 0));
  EXPECT_FALSE(discrete_gaussian_loss(-1, 1));
}

TEST(BasicComposition, CountsRepeatedReleases) {
  const auto a = discrete_laplace_cells(9, 2), b = discrete_laplace_cells(5, 1);
  const auto counted = basic_composition({a, b}, {3, 2});
  const auto listed = basic_composition({a, a, a, b, b});
  ASSERT_TRUE(counted && listed);
  EXPECT_EQ(counted->conclusion, listed->conclusion);
  EXPECT_TRUE(holds(*counted));
  EXPECT_FALSE(basic_composition({a, b}, {3}));
  EXPECT_FALSE(basic_composition({a, b}, {3, 0}));
}

}  // namespace
}  // namespace selvage
