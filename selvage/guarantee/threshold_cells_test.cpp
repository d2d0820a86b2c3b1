#include "selvage/guarantee/threshold_cells.hpp"

#include <gtest/gtest.h>

#include "selvage/base/number_testing.hpp"
#include "selvage/guarantee/derivation_testing.hpp"
#include "selvage/profile/profile_testing.hpp"

namespace selvage {
namespace {

// 0.007373377752557 by 40 digits.
TEST(ThresholdCells, PromiseWhatTheLawProves) {
  const Staircase staircase = noise_then_suppress(1, 8);
  const auto node =
      staircase_cells(staircase, profile("5:0.2,1"), number("0.00738"), "a");
  expect_holds_in_a_file(node);
  const auto& promise = std::get<OutlierPromise>(node->conclusion.promise);
  EXPECT_EQ(promise, (OutlierPromise{profile("5:0.2,1"), number("0.00738"), "a"}));
  const auto less =
      staircase_cells(staircase, profile("5:0.2,1"), number("0.00737"), "a");
  ASSERT_FALSE(less);
  EXPECT_NE(less.error().message.find("for classes of 5 people"), std::string::npos);
  EXPECT_FALSE(staircase_cells(noise_then_suppress(1, 7), profile("5:0.2,1"),
                               number("0.00738"), "a"));
}

TEST(ThresholdCells, AllPartsComeBack) {
  const Staircase levels{1, {{25, Rational(1, 2)}, {20, Rational(1, 10)}}, true};
  expect_holds_in_a_file(
      staircase_cells(levels, profile("5:0.1,20:0.5,1"), number("0.01"), "age, city"));
  expect_holds_in_a_file(
      staircase_cells(suppress_small(7), profile("7:0,inf"), 0, "a"));
}

TEST(ThresholdCells, AFaultyNodeDoesNotHold) {
  auto node = *staircase_cells(suppress_small(7), profile("7:0,inf"), 0, "a");
  auto threshold = node;
  threshold.inputs[1].second = 6;
  EXPECT_FALSE(holds(threshold));
  auto missing = node;
  missing.inputs.erase(missing.inputs.begin());
  EXPECT_FALSE(holds(missing));
  const auto with = [&](std::size_t at, const char* name, const Rational& value) {
    auto more = node;
    more.inputs.emplace(more.inputs.begin() + static_cast<std::ptrdiff_t>(at), name,
                        value);
    return holds(more);
  };
  EXPECT_TRUE(with(3, "flags", 1));
  EXPECT_FALSE(with(3, "flags", 2));
  EXPECT_FALSE(with(0, "first", 1));
  EXPECT_FALSE(with(2, "level_threshold_2", 9));
  EXPECT_FALSE(staircase_cells(suppress_small(7), profile("7:0,1"), 0, "a"));
}

TEST(ThresholdCells, AGuessedNoiseKeepsTheProfileItGuessesFrom) {
  LowerBound guess{.profile = profile("min(1, 0.1 + k/100)"),
                   .at_zero = Rational(1, 10),
                   .epsilon = Rational(1, 20),
                   .shift = 100,
                   .guess_told = true};
  expect_holds_in_a_file(lower_bound_cells(guess, number("0.0065"), "age"));
  EXPECT_FALSE(lower_bound_cells(guess, number("0.0001"), "age"));
  guess.at_zero = ExtendedRational::infinity();
  EXPECT_FALSE(lower_bound_cells(guess, number("0.0065"), "age"));
}

}  // namespace
}  // namespace selvage
