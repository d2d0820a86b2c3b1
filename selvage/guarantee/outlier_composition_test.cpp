#include "selvage/guarantee/outlier_composition.hpp"

#include <gtest/gtest.h>

#include "selvage/base/number_testing.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/guarantee/optimal_composition.hpp"
#include "selvage/guarantee/zcdp.hpp"
#include "selvage/profile/profile.hpp"

namespace selvage {
namespace {

Derivation outlier(const std::string& profile, const char* delta,
                   const std::string& partition,
                   Neighbours neighbours = Neighbours::add_remove_person) {
  return {
      "given",
      {},
      {},
      {OutlierPromise{*parse_profile(profile), number(delta), partition}, neighbours}};
}

std::string told(const Result<Derivation>& node) {
  if (!node) return node.error().message;
  const auto& promise = std::get<OutlierPromise>(node->conclusion.promise);
  return promise.partition + " " + profile_text(promise.profile) + " " +
         promise.delta.text();
}

TEST(OutlierComposition, ProfilesOverTheSameClassesAdd) {
  EXPECT_EQ(told(outlier_composition({outlier("20:0.1,1", "1e-6", "age"),
                                      outlier("5:0.2,0.5", "2e-6", "age")},
                                     {1, 3})),
            "age 5:0.7,20:1.6,2.5 0.000007");
}

// The joint classes are finer, so only what everybody has may be added.
TEST(OutlierComposition, OfOtherClassesAndOfDpTheMostCounts) {
  EXPECT_EQ(told(outlier_composition(
                {outlier("20:0.1,1", "0", "age"), outlier("20:0.01,2", "1e-9", "dept"),
                 discrete_laplace_cells(4, 1)},
                {1, 2, 2})),
            "age 20:4.6,5.5 0.000000002");
}

// A release of the warped law loses exactly +-epsilon(k), so that several are the worst
// mechanisms of their promises: 0.4461032090920 and 0.009929626917389 by 40 digits.
TEST(OutlierComposition, ReleasesOverTheSameClassesComposeAsTheWorstMechanisms) {
  EXPECT_NEAR(optimal_delta({1, 0}, 2, number("0.2")).to_double(), 0.4461032090920,
              1e-12);
  EXPECT_NEAR(optimal_delta({number("0.1"), 0}, 10, number("0.5")).to_double(),
              0.009929626917389, 1e-12);
}

// Two columns, 0.1 in classes of at most 5 and 1 above in each. Somebody who is alone
// in a cell of both columns together, and in large classes of each, loses 1 and 1: the
// sum of the profiles at 1 is 0.2, and there delta is 0.4461, not 0. What T36 claims is
// true of that person, and of those who are in a small class of one column or of both.
TEST(OutlierComposition, TheSumOfProfilesOverDifferentClassesWouldBeFalse) {
  const auto age = outlier("5:0.1,1", "0", "age"),
             city = outlier("5:0.1,1", "0", "city");
  const auto node = outlier_composition({age, city}, {1, 1});
  const auto& claim = std::get<OutlierPromise>(node->conclusion.promise);
  const auto delta = [](const Rational& in_age, const Rational& in_city,
                        const ExtendedRational& at) {
    return *optimal_delta(std::vector<DpPromise>{{in_age, 0}, {in_city, 0}},
                          at.finite());
  };
  const Rational small = number("0.1"), large = 1, naive = number("0.2");
  EXPECT_NEAR(delta(large, large, naive).to_double(), 0.4461032090920, 1e-9);
  EXPECT_GT(delta(small, large, naive), number("0.3"));
  // Computed on a lattice, rounded up: no more than its tail.
  const Rational none = number("1e-12");
  EXPECT_LE(delta(small, large, epsilon_at(claim.profile, 5)), none);
  EXPECT_LE(delta(small, small, epsilon_at(claim.profile, 5)), none);
  EXPECT_LE(delta(large, large, epsilon_at(claim.profile, 6)), none);
}

// To change a person is to remove one and add another. The worst two mechanisms of
// these promises have no more delta at twice the epsilon than T7 says.
TEST(OutlierComposition, ChangingAPersonIsNoWorseThanTwoReleases) {
  for (const char* epsilon : {"0", "0.1", "1", "3"})
    for (const char* delta : {"0.000001", "0.01", "0.3"}) {
      const DpPromise each{number(epsilon), number(delta)};
      const Derivation premise{"given", {}, {}, {each, Neighbours::add_remove_person}};
      const auto changed = replace_from_add_remove(premise);
      const auto& promise = std::get<DpPromise>(changed->conclusion.promise);
      EXPECT_EQ(promise.epsilon, each.epsilon * 2);
      EXPECT_LE(optimal_delta(each, 2, promise.epsilon), promise.delta)
          << epsilon << " " << delta;
      EXPECT_GT(optimal_delta(each, 2, promise.epsilon), each.delta);
    }
}

TEST(OutlierComposition, InfinityOfOtherClassesMakesTheClaimImpossible) {
  const auto open = outlier("20:0.1,inf", "0", "age"),
             city = outlier("9:0.2,1", "0", "city");
  EXPECT_EQ(told(outlier_composition({open, open}, {1, 2})), "age 20:0.3,infinity 0");
  EXPECT_EQ(told(outlier_composition({open, city}, {1, 2})), "age 20:2.1,infinity 0");
  EXPECT_EQ(told(outlier_composition({city, open}, {1, 2})),
            "a release over age promises nothing to people in its large classes, so "
            "nothing can be claimed over city");
}

TEST(OutlierComposition, AProfileThatFallsMeansItsEnvelope) {
  EXPECT_EQ(told(outlier_composition({outlier("5:3,20:0.1,1", "0", "age")}, {2})),
            "age 20:0.2,2 0");
}

TEST(OutlierComposition, RefusesWhatItCannotAdd) {
  const auto age = outlier("20:0.1,1", "0", "age");
  EXPECT_FALSE(outlier_composition({discrete_laplace_cells(4, 1), age}, {1, 1}));
  EXPECT_FALSE(outlier_composition({age, discrete_gaussian_cells(4, 1)}, {1, 1}));
  EXPECT_FALSE(outlier_composition(
      {age, *replace_from_add_remove(discrete_laplace_cells(4, 1))}, {1, 1}));
  EXPECT_FALSE(outlier_composition(
      {age, outlier("1", "0", "age", Neighbours::replace_person)}, {1, 1}));
  EXPECT_FALSE(outlier_composition({}, {}));
  EXPECT_FALSE(outlier_composition({age}, {0}));
  auto broken = age;
  std::get<OutlierPromise>(broken.conclusion.promise).profile.clear();
  EXPECT_FALSE(outlier_composition({broken}, {1}));
  EXPECT_FALSE(outlier_composition({outlier("1", "-1", "age")}, {1}));
}

TEST(OutlierComposition, DpIsAProfileOfOneStepAndTheTreeHolds) {
  const std::string classes = "age=0:100:10 x dept=\"a\",b";
  const auto constant = outlier_from_dp(discrete_laplace_cells(4, 1), classes);
  EXPECT_EQ(told(constant), classes + " 0.25 0");
  const auto node =
      outlier_composition({*constant, discrete_laplace_cells(2, 1)}, {3, 1});
  EXPECT_EQ(told(node), classes + " 1.25 0");
  EXPECT_TRUE(holds(*node));
  const auto again = parse_derivation(derivation_text(*node));
  ASSERT_TRUE(again);
  EXPECT_TRUE(holds(*again));
  auto wrong = *node;
  std::get<OutlierPromise>(wrong.conclusion.promise).partition = "age";
  EXPECT_FALSE(holds(wrong));
  EXPECT_FALSE(outlier_from_dp(discrete_gaussian_cells(4, 1), "age"));
}

}  // namespace
}  // namespace selvage
