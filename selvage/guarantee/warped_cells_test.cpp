#include "selvage/guarantee/warped_cells.hpp"

#include <gtest/gtest.h>

#include "selvage/guarantee/derivation_testing.hpp"
#include "selvage/guarantee/outlier_composition.hpp"
#include "selvage/mechanism/outlier/law/warped_geometric.hpp"
#include "selvage/profile/profile_testing.hpp"

namespace selvage {
namespace {

std::string promise_text(const Result<Derivation>& node) {
  if (!node) return node.error().message;
  if (const auto* dp = std::get_if<DpPromise>(&node->conclusion.promise))
    return "dp " + dp->epsilon.text() + " " + dp->delta.text();
  const auto& promise = std::get<OutlierPromise>(node->conclusion.promise);
  return promise.partition + " " + profile_text(promise.profile) + " " +
         promise.delta.text();
}

TEST(WarpedCells, PromiseTheProfileAndNoDelta) {
  const auto node = warped_geometric_cells(profile("5:0,100:0.01,7:2,1"), "age");
  EXPECT_EQ(promise_text(node), "age 5:0,100:0.01,1 0");
  EXPECT_EQ(node->conclusion.neighbours, Neighbours::add_remove_person);
  EXPECT_EQ(node->inputs, (Inputs{{"bits", 62},
                                  {"profile", profile("5:0,100:0.01,1")},
                                  {"partition", "age"}}));
  expect_holds_in_a_file(node);
  const auto open = warped_geometric_cells(profile("20:0.1,inf"), "a");
  EXPECT_EQ(promise_text(open), "a 20:0.1,infinity 0");
  expect_holds_in_a_file(open);
}

// The law itself: no ratio of the outputs of counts k and k-1 is above exp(epsilon(k)),
// and it is not far below.
TEST(WarpedCells, ThePromiseIsThatOfTheLaw) {
  const auto steps = profile("3:0.2,6:0.7,1.5");
  const auto node = warped_geometric_cells(steps, "age");
  const auto& promise = std::get<OutlierPromise>(node->conclusion.promise);
  const auto law = WarpedGeometric::make(steps);
  for (std::int64_t k = 1; k <= 9; ++k) {
    const Interval most_ratio = exp(epsilon_at(promise.profile, k).finite());
    Rational largest = 0;
    for (std::int64_t j = 0; j <= 12; ++j) {
      const Rational ratio = law->mass(k, j) / law->mass(k - 1, j);
      largest = std::max({largest, ratio, Rational(1) / ratio});
    }
    EXPECT_TRUE(surely_at_most(largest, most_ratio)) << k;
    EXPECT_NEAR(largest.to_double(), most_ratio.middle(), 1e-12) << k;
  }
}

TEST(WarpedCells, OtherInputsAreRefused) {
  const auto steps = [](std::optional<std::int64_t> limit, const Rational& epsilon) {
    return std::vector<ProfileStep>{{limit, epsilon}, {std::nullopt, 2}};
  };
  const Inputs good{{"bits", 62}, {"profile", steps(5, 1)}};
  const auto with = [&](std::size_t i, std::pair<std::string, RuleInput> input) {
    Inputs inputs = good;
    inputs.emplace_back("partition", "age");
    inputs[i] = std::move(input);
    return static_cast<bool>(conclude("warped_geometric_cells", inputs, {}));
  };
  EXPECT_TRUE(with(0, {"bits", 62}));
  EXPECT_FALSE(with(0, {"bits", 61}));
  EXPECT_FALSE(with(0, {"scale", 62}));
  EXPECT_FALSE(with(1, {"profile", steps(5, 3)}));
  EXPECT_FALSE(with(1, {"profile", steps(5, -1)}));
  EXPECT_FALSE(with(1, {"profile", steps(INT64_MAX, 1)}));
  EXPECT_FALSE(with(2, {"partition", 1}));
  EXPECT_FALSE(with(2, {"age", "age"}));
  EXPECT_FALSE(conclude("warped_geometric_cells", good, {}));
  for (const char* useless : {"0", "infinity"}) {
    const auto node = warped_geometric_cells(
        {{std::nullopt, *ExtendedRational::parse(useless)}}, "age");
    EXPECT_FALSE(node) << useless;
  }
  EXPECT_FALSE(warped_geometric_cells({}, "age"));
}

TEST(WarpedCells, APersonInSeveralCellsHasTheLargestEpsilonInEach) {
  const auto node = warped_cells_of_person(profile("20:0.1,3/2"), 4);
  EXPECT_EQ(promise_text(node), "dp 6 0");
  expect_holds_in_a_file(node);
  EXPECT_EQ(promise_text(warped_cells_of_person(profile("20:0.1,inf"), 4)),
            "the profile promises nothing to people in large classes, so no epsilon "
            "bounds what a person in several cells has");
  EXPECT_FALSE(warped_cells_of_person(profile("20:0.1,1"), 0));
}

// 1.349405030898e-5 and 6.140e-7, computed with 40 digits.
TEST(WarpedCells, AKeyOfOnePersonIsReleasedWithProbabilityDelta) {
  const auto node =
      outlier_key_threshold(*warped_geometric_cells(profile("10:0.1,1"), "city"), 20);
  EXPECT_EQ(promise_text(node), "city 10:0.1,1 0.0000134941");
  expect_holds_in_a_file(node);
  const auto managers = warped_key_delta(profile("100:0.01,1"), 113);
  EXPECT_NEAR(managers->to_double(), 6.140e-7, 1e-10);
  EXPECT_EQ(*warped_key_delta(profile("10:1,inf"), 12), 0);
  EXPECT_EQ(*warped_key_delta(profile("1"), 1'000'000), *Rational::parse("1e-40"));
  auto less = *node;
  std::get<OutlierPromise>(less.conclusion.promise).delta = Rational(1, 1'000'000);
  EXPECT_FALSE(holds(less));
}

TEST(WarpedCells, AThresholdNeedsTheLawBelowIt) {
  const auto cells = *warped_geometric_cells(profile("10:0.1,1"), "city");
  EXPECT_FALSE(outlier_key_threshold(cells, 1));
  // The smallest output stands for all counts up to 10.
  EXPECT_FALSE(
      outlier_key_threshold(*warped_geometric_cells(profile("10:0,1"), "a"), 10));
  EXPECT_TRUE(
      outlier_key_threshold(*warped_geometric_cells(profile("10:0,1"), "a"), 11));
  // The same promise of something else says nothing of empty cells.
  const auto other = outlier_from_dp(discrete_laplace_cells(1, 1), "city");
  EXPECT_FALSE(outlier_key_threshold(*other, 20));
  auto node = *outlier_key_threshold(*warped_geometric_cells(profile("1"), "city"), 20);
  EXPECT_TRUE(holds(node));
  ASSERT_EQ(node.premises[0].conclusion, other->conclusion);
  node.premises[0] = *other;
  EXPECT_FALSE(holds(node));
}

// A person in a class of one in two columns together, and in large classes of each: the
// sum of the profiles at 1 would say 0.2 and delta 0. What is true is 0.4461.
TEST(WarpedCells, ClassesOfTwoColumnsTogetherAreNotClassesOfEach) {
  const auto age = *warped_geometric_cells(profile("5:0.1,1"), "age");
  const auto city = *warped_geometric_cells(profile("5:0.1,1"), "city");
  EXPECT_EQ(promise_text(outlier_composition({age, city}, {1, 1})), "age 5:1.1,2 0");
  EXPECT_EQ(promise_text(outlier_composition({age, age}, {1, 1})), "age 5:0.2,2 0");
  const auto open = *warped_geometric_cells(profile("5:0.1,inf"), "city");
  EXPECT_EQ(promise_text(outlier_composition({age, open}, {1, 1})),
            "a release over city promises nothing to people in its large classes, so "
            "nothing can be claimed over age");
  EXPECT_EQ(promise_text(outlier_composition({open, age}, {1, 2})),
            "city 5:2.1,infinity 0");
  EXPECT_EQ(promise_text(outlier_composition({open, open}, {1, 2})),
            "city 5:0.3,infinity 0");
}

}  // namespace
}  // namespace selvage
