#include "selvage/guarantee/outlier_conversion.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "selvage/base/number_testing.hpp"
#include "selvage/guarantee/derivation_testing.hpp"
#include "selvage/guarantee/outlier_composition.hpp"
#include "selvage/guarantee/warped_cells.hpp"
#include "selvage/mechanism/outlier/law/warped_geometric.hpp"
#include "selvage/profile/profile_testing.hpp"

namespace selvage {
namespace {

Derivation warped(const std::string& text, const std::string& partition = "age") {
  return *warped_geometric_cells(profile(text), partition);
}

Derivation given(const std::string& text, const char* delta,
                 Neighbours neighbours = Neighbours::add_remove_person) {
  return {"given",
          {},
          {},
          {OutlierPromise{profile(text), number(delta), "age"}, neighbours}};
}

template <class P>
P promise_of(const Result<Derivation>& node) {
  EXPECT_TRUE(node) << node.error().message;
  return node ? std::get<P>(node->conclusion.promise) : P{};
}

TEST(OutlierConversion, EverybodyHasTheLargestEpsilon) {
  const auto node = dp_from_outlier(given("20:0.1,3", "1e-6"));
  EXPECT_EQ(promise_of<DpPromise>(node), (DpPromise{3, number("1e-6")}));
  EXPECT_EQ(dp_from_outlier(warped("20:0.1,inf")).error().message,
            "the outlier promise promises nothing to people in large classes, so no "
            "epsilon bounds what everybody has");
  EXPECT_FALSE(dp_from_outlier(discrete_laplace_cells(1, 1)));
  expect_holds_in_a_file(dp_from_outlier(warped("20:0.1,3")));
}

TEST(OutlierConversion, AWeakerProfileMayBeToldAndNoStrongerOne) {
  const auto cells = warped("20:0.1,50:0.4,1");
  const auto staircase = profile_at_most(cells, profile("10:0.1,40:0.5,2"), 0);
  EXPECT_EQ(profile_text(promise_of<OutlierPromise>(staircase).profile),
            "10:0.1,40:0.5,2");
  EXPECT_FALSE(profile_at_most(cells, profile("10:0.05,1"), 0));
  EXPECT_EQ(profile_at_most(cells, profile("21:0.1,1"), 0).error().message,
            "the premise of profile_at_most has epsilon 0.4 in a class of 21, and the "
            "profile has less");
  EXPECT_FALSE(profile_at_most(given("1", "1e-6"), profile("1"), number("1e-7")));
  EXPECT_TRUE(profile_at_most(given("1", "1e-6"), profile("1"), number("1e-6")));
}

TEST(OutlierConversion, TheNotionsOfTwoNumbersAreWeakerProfiles) {
  const auto cells = warped("20:0.1,1");
  const auto simple = profile_at_most(cells, simple_outlier_profile(20, 2), 0);
  EXPECT_EQ(profile_text(promise_of<OutlierPromise>(simple).profile),
            "20:0.1,infinity");
  EXPECT_FALSE(profile_at_most(cells, simple_outlier_profile(20, number("1.9")), 0));
  EXPECT_FALSE(profile_at_most(cells, simple_outlier_profile(21, 2), 0));
  const auto dp = profile_at_most(cells, simple_outlier_dp_profile(20, 2), 0);
  EXPECT_EQ(profile_text(promise_of<OutlierPromise>(dp).profile), "20:0.1,2");
  // epsilon-dp is (k, k epsilon)-simple outlier privacy for every k.
  const auto plain = outlier_from_dp(discrete_laplace_cells(4, 1), "age");
  for (const std::int64_t k : {1, 7, 1000}) {
    expect_holds_in_a_file(
        profile_at_most(*plain, simple_outlier_profile(k, Rational(k, 4)), 0));
    EXPECT_FALSE(profile_at_most(*plain, simple_outlier_profile(k, Rational(k, 5)), 0));
  }
}

// 1.709704738308e-4 for 100 people of (0.01, 1e-6) each, by 40 digits.
TEST(OutlierConversion, AGroupLeavesOneAfterTheOther) {
  const auto managers =
      promise_of<GroupPromise>(outlier_group(given("100:0.01,1", "1e-6"), 100, 100));
  EXPECT_EQ(managers.epsilon, 1);
  EXPECT_NEAR(managers.delta.to_double(), 1.709704738308e-4, 1e-15);
  EXPECT_EQ(managers.partition, "age");
  // Sizes 7, 6, 5, 4: 2 + 2 + 1/2 + 1/2, the largest first for delta.
  const auto some =
      promise_of<GroupPromise>(outlier_group(given("2:0.1,5:0.5,2", "1e-9"), 4, 7));
  EXPECT_EQ(some.epsilon, 5);
  const double growth = 1 + std::exp(2) + std::exp(4) + std::exp(4.5);
  EXPECT_NEAR(some.delta.to_double(), growth * 1e-9, 1e-18);
  EXPECT_GE(some.delta.to_double(), growth * 1e-9);
  // Epsilon 0 on the way, and no delta.
  const auto hidden =
      promise_of<GroupPromise>(outlier_group(given("3:0,1", "0.01"), 5, 5));
  EXPECT_EQ(hidden.epsilon, 2);
  EXPECT_NEAR(hidden.delta.to_double(), 0.01 * (1 + std::exp(1) + 3 * std::exp(2)),
              1e-9);
  EXPECT_EQ(promise_of<GroupPromise>(outlier_group(warped("5:0.1,1"), 9, 9)).delta, 0);
  EXPECT_EQ(promise_of<GroupPromise>(outlier_group(given("1", "0.9"), 9, 9)).delta, 1);
  expect_holds_in_a_file(outlier_group(warped("5:0.1,1"), 3, 6));
}

TEST(OutlierConversion, AGroupOfTenThousandStepsIsQuick) {
  const auto steps = profile("k/10000");
  const Derivation premise{
      "given", {}, {}, {OutlierPromise{steps, number("1e-30"), "age"}, {}}};
  const auto group = promise_of<GroupPromise>(outlier_group(premise, 100, 10'000));
  EXPECT_EQ(group.epsilon, Rational(100 * 10'000 - 4950, 10'000));
  EXPECT_FALSE(outlier_group(premise, 10'000'000, 10'000'000));  // no number of any use
}

// The law itself: from c people to c - r the ratio is exp of the promised sum, exactly.
TEST(OutlierConversion, TheGroupOfTheWarpedLawIsTight) {
  const auto law = WarpedGeometric::make(profile("3:0.2,6:0.7,1.5"));
  const auto group =
      promise_of<GroupPromise>(outlier_group(warped("3:0.2,6:0.7,1.5"), 5, 8));
  EXPECT_EQ(group.epsilon, number("5.1"));
  Rational largest = 0;
  for (std::int64_t j = 0; j <= 12; ++j) {
    const Rational ratio = law->mass(8, j) / law->mass(3, j);
    largest = std::max({largest, ratio, Rational(1) / ratio});
  }
  EXPECT_TRUE(surely_at_most(largest, exp(group.epsilon)));
  EXPECT_NEAR(largest.to_double() / std::exp(5.1), 1, 1e-12);
}

TEST(OutlierConversion, AGroupNeedsAPromiseAndPeople) {
  EXPECT_FALSE(outlier_group(warped("5:0.1,1"), 4, 3));
  EXPECT_FALSE(outlier_group(warped("5:0.1,1"), 0, 3));
  EXPECT_TRUE(outlier_group(warped("5:0.1,inf"), 5, 5));
  EXPECT_EQ(outlier_group(warped("5:0.1,inf"), 1, 6).error().message,
            "the premise promises nothing to people in a class of 6");
  EXPECT_FALSE(outlier_group(given("1", "0", Neighbours::replace_person), 1, 1));
}

TEST(OutlierConversion, WhoMovesLeavesOneClassAndEntersAnother) {
  const auto moved =
      outlier_substitution(given("5:0.1,1", "1e-6"), 3, 9, CellDependence::any);
  const auto promise = promise_of<SubstitutionPromise>(moved);
  EXPECT_EQ(promise.epsilon, number("1.1"));
  EXPECT_NEAR(promise.delta.to_double(), 1e-6 * (1 + std::exp(1)), 1e-17);
  EXPECT_EQ(moved->conclusion.neighbours, Neighbours::replace_person);
  const auto back = promise_of<SubstitutionPromise>(
      outlier_substitution(given("5:0.1,1", "1e-6"), 9, 3, CellDependence::any));
  EXPECT_EQ(back.delta, promise.delta);
  EXPECT_FALSE(outlier_substitution(warped("5:0.1,inf"), 3, 6, CellDependence::any));
  EXPECT_FALSE(outlier_substitution(warped("5:0.1,1"), 0, 6, CellDependence::any));
  expect_holds_in_a_file(
      outlier_substitution(warped("5:0.1,1"), 3, 6, CellDependence::any));
}

TEST(OutlierConversion, DeltaOfIndependentCellsCountsTwice) {
  const auto keys = outlier_key_threshold(warped("10:0.1,1", "city"), 20);
  const auto moved =
      outlier_substitution(*keys, 3, 30, CellDependence::independent_cells);
  EXPECT_EQ(promise_of<SubstitutionPromise>(moved).delta, number("0.0000269882"));
  expect_holds_in_a_file(moved);
  // Releases after each other need not be independent, nor need others.
  const auto twice = outlier_composition({warped("1"), warped("1")}, {1, 1});
  const auto plain = outlier_from_dp(discrete_laplace_cells(4, 1), "age");
  for (const auto& premise : {*twice, *plain}) {
    EXPECT_FALSE(
        outlier_substitution(premise, 3, 6, CellDependence::independent_cells));
    auto node = *outlier_substitution(premise, 3, 6, CellDependence::any);
    node.inputs.emplace_back("independent_cells", 1);
    EXPECT_FALSE(holds(node));
  }
}

TEST(OutlierConversion, WhoIsInNoSmallClassHasACrowd) {
  const auto crowd = outlier_crowd_blending(warped("20:0.1,inf"), 21);
  EXPECT_EQ(promise_of<CrowdBlendingPromise>(crowd),
            (CrowdBlendingPromise{21, number("0.1"), 0}));
  expect_holds_in_a_file(crowd);
  EXPECT_FALSE(outlier_crowd_blending(warped("20:0.1,inf"), 22));
  EXPECT_FALSE(outlier_crowd_blending(warped("20:0.1,inf"), 1));
  const auto weaker =
      profile_at_most(warped("20:0.1,1"), simple_outlier_profile(9, 2), 0);
  EXPECT_TRUE(outlier_crowd_blending(*weaker, 10));
  const auto twice =
      outlier_composition({warped("20:0.1,1"), warped("5:0.2,1")}, {1, 2});
  EXPECT_EQ(promise_of<CrowdBlendingPromise>(outlier_crowd_blending(*twice, 6)).epsilon,
            number("0.5"));
}

// People of one age live in many cities, and dp says nothing of exchanges for free.
TEST(OutlierConversion, ACrowdIsOneOnlyIfItsPeopleCouldBeExchanged) {
  const auto both =
      outlier_composition({warped("20:0.1,1"), warped("20:0.1,1", "city")}, {1, 1});
  const auto plain = outlier_from_dp(discrete_laplace_cells(4, 1), "age");
  for (const auto& premise : {*both, *plain, given("20:0.1,1", "0")}) {
    EXPECT_FALSE(classes_are_cells(premise));
    EXPECT_FALSE(outlier_crowd_blending(premise, 21));
  }
  auto node = *outlier_crowd_blending(warped("20:1.1,2"), 21);
  EXPECT_TRUE(holds(node));
  node.premises[0] = *both;  // the same promise, made otherwise
  ASSERT_EQ(std::get<OutlierPromise>(both->conclusion.promise).profile,
            profile("20:1.1,2"));
  EXPECT_FALSE(holds(node));
}

}  // namespace
}  // namespace selvage
