#include "selvage/guarantee/outlier_composition.hpp"

#include <gtest/gtest.h>

#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/law/profile.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

Rational number(const char* text) { return *Rational::parse(text); }

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
