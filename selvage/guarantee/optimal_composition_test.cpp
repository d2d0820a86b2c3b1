#include "selvage/guarantee/optimal_composition.hpp"

#include <gtest/gtest.h>

#include "selvage/base/interval.hpp"
#include "selvage/base/number_testing.hpp"
#include "selvage/guarantee/tested_release.hpp"

namespace selvage {
namespace {

void expect_just_above(const Rational& got, const char* exact) {
  EXPECT_GE(got, number(exact) * number("0.9999999999999999999"));
  EXPECT_LE(got, number(exact) * number("1.000000000000000001"));
}

// Vectors with 17 to 20 digits.
TEST(OptimalComposition, DeltaOfEqualPromises) {
  const DpPromise tenth{Rational(1, 10), 0};
  expect_just_above(optimal_corner_delta(tenth, 10, 2), "0.0031322675761113537645");
  expect_just_above(optimal_delta(tenth, 10, number("0.6")),
                    "0.0031322675761113537645");
  expect_just_above(optimal_corner_delta(tenth, 100, 35), "0.0013613986948316375936");
  expect_just_above(optimal_delta(tenth, 100, 3), "0.0013613986948316375936");
  expect_just_above(optimal_delta(tenth, 100, 2), "0.020140178428191531843");
  expect_just_above(optimal_corner_delta({1, 0}, 4, 1), "0.24697696447409276473");
  expect_just_above(optimal_delta({1, 0}, 4, 2), "0.24697696447409276473");
  const Rational sixteen = optimal_delta({1, 0}, 16, 6);
  EXPECT_NEAR(sixteen.to_double(), 0.527695654272918681, 1e-15);
}

TEST(OptimalComposition, CornersAndTheFormulaBetweenThemAgree) {
  for (const DpPromise& each :
       {DpPromise{Rational(3, 7), 0}, DpPromise{Rational(2, 9), Rational(1, 500)}})
    for (std::int64_t times : {1, 2, 7, 30})
      for (std::int64_t corner = 0; 2 * corner <= times; ++corner) {
        const Rational a = optimal_corner_delta(each, times, corner);
        const Rational b =
            optimal_delta(each, times, each.epsilon * (times - 2 * corner));
        EXPECT_LE(absolute(a - b), number("1e-45")) << times << " " << corner;
      }
}

// A deterministic slip with probability d in each of k releases: 1 - (1-d)^k at any E.
TEST(OptimalComposition, DeltasAloneComposeLikeIndependentSlips) {
  const DpPromise slips{0, Rational(1, 7)};
  EXPECT_LE(absolute(optimal_delta(slips, 3, 0) - Rational(343 - 216, 343)),
            number("1e-50"));
  EXPECT_EQ(*optimal_epsilon(slips, 3, Rational(1, 2)), Rational(0));
  EXPECT_FALSE(optimal_epsilon(slips, 3, Rational(1, 3)));
}

TEST(OptimalComposition, EpsilonIsTheLeastOfSixDigits) {
  for (const DpPromise& each :
       {DpPromise{Rational(1, 10), 0}, DpPromise{Rational(1, 100), number("1e-12")}})
    for (std::int64_t times : {3, 100, 1000})
      for (const char* delta : {"1e-9", "0.001", "0.02"}) {
        const Rational epsilon = *optimal_epsilon(each, times, number(delta));
        EXPECT_LE(optimal_delta(each, times, epsilon), number(delta));
        if (epsilon.sign() == 0) continue;
        EXPECT_GT(optimal_delta(each, times, epsilon * number("0.99998")),
                  number(delta))
            << times << " " << delta;
      }
}

TEST(OptimalComposition, NeverWorseThanAdding) {
  const Rational epsilon = *optimal_epsilon({Rational(1, 3), 0}, 5, 0);
  EXPECT_EQ(epsilon, Rational(5, 3));
}

// Advanced composition of 40 releases of (0.05, 1e-8), with 1e-6 to spare, promises
// (1.764800329021, 1.4e-6), and adding them 2.
TEST(OptimalComposition, PromisesNoMoreThanAdvancedComposition) {
  const DpPromise each{{1, 20}, {1, 100'000'000}};
  const Rational delta = number("1.4e-6"), advanced = number("1.764800329021");
  const Rational epsilon = *optimal_epsilon(each, 40, delta);
  EXPECT_LT(epsilon, advanced);
  EXPECT_LE(optimal_delta(each, 40, advanced), delta);
  // It is no guess: what it leaves is nearly used up.
  EXPECT_GT(optimal_delta(each, 40, epsilon - Rational(1, 100)), delta);
  const Derivation test =
      tested_cascade({{each.epsilon, 0, each.delta}}, Neighbours::replace_person);
  const auto composed = optimal_composition({test}, {40}, delta);
  ASSERT_TRUE(composed);
  EXPECT_TRUE(holds(*composed));
  const auto& promise = std::get<DpPromise>(composed->conclusion.promise);
  EXPECT_EQ(promise.epsilon, epsilon);
  EXPECT_LE(promise.delta, delta);
  const auto added = basic_composition({test}, {40});
  EXPECT_EQ(std::get<DpPromise>(added->conclusion.promise).epsilon, Rational(2));
}

TEST(OptimalComposition, DifferentPromisesOnALattice) {
  const std::vector<DpPromise> promises{{Rational(1, 10), 0},
                                        {Rational(2, 10), 0},
                                        {Rational(3, 10), 0},
                                        {Rational(4, 10), 0}};
  const auto delta = optimal_delta(promises, Rational(1, 2));
  ASSERT_TRUE(delta);
  expect_just_above(*delta, "0.070075027400874813591");
}

// All subsets, by the formula of [MV16], against lattices that cannot hold the
// epsilons exactly: never below, and close.
TEST(OptimalComposition, IncommensurablePromisesAreNeverBelowTheSumOverSubsets) {
  const std::vector<DpPromise> promises{{number("0.31415926535"), number("1e-3")},
                                        {number("0.27182818284"), number("2e-3")},
                                        {number("0.57721566490"), 0},
                                        {number("0.14142135623"), number("1e-9")}};
  for (const char* text : {"0", "0.1", "0.4", "0.77", "1.1", "1.3"}) {
    const Rational epsilon = number(text);
    Interval sum(0), below(1), kept(1);
    for (unsigned set = 0; set < 16; ++set) {
      Rational in = 0, out = 0;
      for (unsigned i = 0; i < 4; ++i)
        ((set >> i) & 1 ? in : out) = ((set >> i) & 1 ? in : out) + promises[i].epsilon;
      sum = sum + positive_part(exp(Interval(in)) - exp(Interval(epsilon + out)));
    }
    for (const DpPromise& promise : promises) {
      below = below * (Interval(1) + exp(Interval(promise.epsilon)));
      kept = kept * Interval(Rational(1) - promise.delta);
    }
    const Interval exact = Interval(1) - kept * (Interval(1) - sum / below);
    const auto got = optimal_delta(promises, epsilon);
    ASSERT_TRUE(got);
    EXPECT_GE(*got, exact.lower()) << text;
    EXPECT_LE(*got, exact.upper() + number("1e-6")) << text;
  }
}

Derivation given(const DpPromise& promise, Neighbours neighbours) {
  return {"given", {}, {}, {promise, neighbours}};
}

TEST(OptimalComposition, RuleIsRecomputedFromItsInputs) {
  const auto a = given({Rational(1, 10), 0}, Neighbours::add_remove_person);
  const auto b = given({Rational(1, 7), number("1e-8")}, Neighbours::add_remove_person);
  for (const auto& [premises, times] :
       {std::pair(std::vector{a}, std::vector<std::int64_t>{50}),
        std::pair(std::vector{a, b}, std::vector<std::int64_t>{50, 9})}) {
    const auto node = optimal_composition(premises, times, number("1e-6"));
    ASSERT_TRUE(node);
    std::vector<Guarantee> promised;
    for (const auto& premise : premises) promised.push_back(premise.conclusion);
    const auto again = conclude(node->rule, node->inputs, promised);
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, node->conclusion);
    auto more = node->inputs;
    more.back().second = number_in(node->inputs, node->inputs.back().first) + 1;
    EXPECT_NE(*conclude(node->rule, more, promised), node->conclusion);
  }
}

TEST(OptimalComposition, RefusesWhatItCannotCompose) {
  const auto a = given({Rational(1, 10), 0}, Neighbours::add_remove_person);
  const auto b = given({Rational(1, 10), 0}, Neighbours::replace_person);
  auto other = a;
  other.conclusion.promise = RandomDpPromise{1, 0, Rational(1, 20)};
  EXPECT_FALSE(optimal_composition({a, b}, {1, 1}, Rational(1, 100)));
  EXPECT_FALSE(optimal_composition({other}, {1}, Rational(1, 100)));
  EXPECT_FALSE(optimal_composition({a}, {0}, Rational(1, 100)));
  EXPECT_FALSE(optimal_composition({a}, {1}, 1));
  EXPECT_FALSE(optimal_composition({}, {}, Rational(1, 100)));
}

}  // namespace
}  // namespace selvage
