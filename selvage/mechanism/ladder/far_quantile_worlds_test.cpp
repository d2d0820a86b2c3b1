// The count, and what it decides, on all small tables: one law of all three, through
// the outcome tree. [T261]
#include <set>

#include <gtest/gtest.h>

#include "selvage/mechanism/ladder/far_quantile.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

using verify::SmallTable;

constexpr std::int64_t kDrawn = 3, kSearched = 2;  // counts from which on

std::shared_ptr<const FarQuantileMechanism> far_made(const Rational& at,
                                                     const Rational& epsilon,
                                                     std::int64_t rows = 1) {
  Question question = question_about("quantile", *Domain::make({}));
  question.column = "x";
  if (rows != 1) {
    question.person.column = "who";
    question.person.rows = rows;
  }
  auto mechanism =
      FarQuantileMechanism::make(question, {at, epsilon, 1},
                                 {.quantile = {.scale = CodeScale::linear(1)},
                                  .ladder = LadderSteps(1),
                                  .least_drawn = kDrawn,
                                  .least_searched = kSearched});
  EXPECT_TRUE(mechanism) << mechanism.error().message;
  return *std::move(mechanism);
}

SmallTable far_values(const std::vector<std::string>& people) {
  SmallTable rows;
  for (const std::string& person : people)
    for (const char* value : {"-9", "0", "n/a"}) rows.push_back({person, {value}});
  return rows;
}

// The same worlds see that a part of the epsilon is not kept.
void expect_kept(const FarQuantileMechanism& mechanism, const verify::SmallWorld& world,
                 const Rational& part) {
  verify::WorldLaws laws({&mechanism}, 1e-9, verify::test_key(7));
  const auto excess = verify::excess_of(laws, world, mechanism);
  EXPECT_LE(excess.certain, Rational(0));
  EXPECT_LE(excess.upper, Rational(1, 500)) << excess.upper.to_double();
  EXPECT_GT(verify::excess_of(laws, world, mechanism, 0, part).certain, Rational(0));
}

TEST(FarQuantileWorlds, EveryRowMayBeAPerson) {
  expect_kept(*far_made({9, 10}, 12), {far_values({""}), 5}, {1, 2});
  expect_kept(*far_made({1, 10}, 12), {far_values({""}), 4}, {1, 2});
}

TEST(FarQuantileWorlds, PeopleHaveSeveralRows) {
  expect_kept(*far_made({9, 10}, 24, 2), {far_values({"a", "b"}), 4}, {1, 2});
}

// Every way is taken, and the count tells which.
TEST(FarQuantileWorlds, AllThreeWaysOutAreThere) {
  const auto mechanism = far_made({9, 10}, 12);
  verify::WorldLaws laws({mechanism.get()}, 1e-9);
  std::set<std::int64_t> drawn, searched;
  for (const auto& [outcome, mass] : laws.of(SmallTable(3, {"", {"0"}})).mass) {
    const Drawn& one = outcome.front();
    ASSERT_TRUE(mechanism->can_draw(one));
    const std::int64_t value = one.numbers[0][0], count = one.numbers[1][0];
    if (count >= kDrawn)
      drawn.insert(value);
    else if (count >= kSearched)
      searched.insert(value);
    else
      EXPECT_EQ(value, FarQuantileMechanism::kNone);
  }
  EXPECT_EQ(drawn.size(), 3u);
  EXPECT_EQ(searched.size(), 3u);
}

}  // namespace
}  // namespace selvage
