#include "selvage/verbs/bounds_or_none.hpp"

#include <gtest/gtest.h>

#include "selvage/verbs/verbs.hpp"

namespace selvage {
namespace {

Planned planned(const char* verb, Asked asked) {
  asked.give("column", "x");
  asked.give("epsilon", "1");
  auto made = find_verb(verb)->plan(asked);
  EXPECT_TRUE(made) << made.error().message;
  return *std::move(made);
}

std::string text_of(const OtherWay& way) {
  std::string text;
  for (const PlanLine& line : way.lines) text += line.text + "\n";
  return text;
}

// What the plan of each way says for the same number of people, and what follows.
TEST(BoundsOrNone, AMeanIsComparedByThePlansOfBoth) {
  const Planned with = planned("mean", {{"bounds", "0:200000"}});
  const Planned without = planned("mean", {});
  const OtherWay way = with.other_way();
  ASSERT_EQ(way.numbers.size(), 4u);
  for (const Json& row : way.numbers) {
    const Prior prior{row["people"].get<std::int64_t>()};
    const auto errors = with.plan->errors(prior, {19, 20});
    const Json numbers = without.plan->plan_numbers(prior, {19, 20});
    EXPECT_EQ(row["with_bounds"].get<double>(), errors[0].bound->to_double());
    EXPECT_EQ(row["without_in_radii"], numbers["error_in_radii"]);
    EXPECT_DOUBLE_EQ(
        row["even_at"].get<double>(),
        row["with_bounds"].get<double>() / row["without_in_radii"].get<double>());
  }
  // Scale 5/2 rows for each of two sums, at a risk of a fortieth each: 2 (5/2) ln(40) /
  // 10^4, and half a step of 2^-19 radii for rounding.
  EXPECT_NEAR(way.numbers[2]["without_in_radii"].get<double>(),
              1.844439727e-3 + 0.000000953674, 1e-8);
}

// Where there is no answer without bounds they win.
TEST(BoundsOrNone, WithFewPeopleBoundsAreBetter) {
  const OtherWay way =
      planned("mean", {{"bounds", "0:10"}, {"confidence", "0.9"}}).other_way();
  EXPECT_NE(text_of(way).find("none: radius below"), std::string::npos);
  const auto half = find_verb("mean")->plan(
      {{"column", "x"}, {"bounds", "0:10"}, {"epsilon", "0.5"}});
  const OtherWay few = half->other_way();
  EXPECT_TRUE(few.numbers[0]["without_in_radii"].is_null());  // 120 are needed
  EXPECT_TRUE(few.numbers[0]["even_at"].is_null());
  EXPECT_FALSE(few.numbers[1]["even_at"].is_null());
}

// Without bounds of its own a question says how close they must be: the same even point
// seen from the other side.
TEST(BoundsOrNone, BothSidesSeeTheSameEvenPoint) {
  for (const char* verb : {"mean", "sum"}) {
    const OtherWay with = planned(verb, {{"bounds", "0:1"}}).other_way();
    const OtherWay without = planned(verb, {{"unit", "0.01"}}).other_way();
    EXPECT_EQ(with.numbers, without.numbers) << verb;
    EXPECT_NE(text_of(with), text_of(without));
  }
}

// A sum's noise does not know how many there are.
TEST(BoundsOrNone, ASumErrsAlikeWithAnyNumberOfPeople) {
  const OtherWay way = planned("sum", {{"bounds", "-7:5"}}).other_way();
  for (const Json& row : way.numbers) {
    EXPECT_EQ(row["with_bounds"], way.numbers[0]["with_bounds"]);
    EXPECT_EQ(row["without_in_radii"], way.numbers[0]["without_in_radii"]);
  }
}

TEST(BoundsOrNone, QuantilesAreComparedWithinBounds) {
  EXPECT_FALSE(planned("median", {}).other_way);
  const Planned with = planned("median", {{"bounds", "0:200000"}, {"unit", "1"}});
  const OtherWay way = with.other_way();
  const Json numbers =
      planned("median", {{"unit", "1"}}).plan->plan_numbers({}, {19, 20});
  EXPECT_EQ(way.numbers[1]["without"], numbers["rank_error"]["every_column"]);
  EXPECT_EQ(way.numbers[1]["with_bounds"],
            with.plan->plan_numbers({}, {19, 20})["rank_error"]["every_column"]);
  EXPECT_TRUE(way.numbers[0]["without"].is_null());
  EXPECT_FALSE(way.numbers[0]["with_bounds"].is_null());
}

// A plan by accuracy has no other way: nothing is said, and nothing fails.
TEST(BoundsOrNone, NothingIsSaidWhereTheOtherWayHasNoPlan) {
  const auto plan = find_verb("sum")->plan(
      {{"column", "x"}, {"bounds", "0:10"}, {"accuracy", "100@0.95"}});
  ASSERT_TRUE(plan);
  const OtherWay way = plan->other_way();
  EXPECT_TRUE(way.lines.empty());
  EXPECT_TRUE(way.numbers.is_null());
}

TEST(BoundsOrNone, LinesFitTheirPlace) {
  for (const char* verb : {"mean", "sum", "median", "quantile", "iqr"})
    for (const char* bounds : {"0:10", "-1000000000:1000000000", "0:0.000001"}) {
      Asked asked{{"bounds", bounds}};
      if (std::string(verb) == "quantile") asked.give("at", "0.9");
      for (const PlanLine& line : planned(verb, asked).other_way().lines)
        EXPECT_TRUE(!line.is_table || line.text.size() <= 69) << line.text;
    }
}

}  // namespace
}  // namespace selvage
