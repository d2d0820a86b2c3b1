// The shipped run behind a reader, on all small tables: windows, steps, caps and the
// search, through the outcome tree. [T115]
#include <gtest/gtest.h>

#include "selvage/mechanism/ladder/ladder.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

using verify::SmallTable;

std::shared_ptr<const LadderMechanism> made(const Rational& at, const Rational& epsilon,
                                            std::int64_t rows = 1) {
  Question question = question_about("quantile", *Domain::make({}));
  question.column = "x";
  if (rows != 1) {
    question.person.column = "who";
    question.person.rows = rows;
  }
  auto mechanism = LadderMechanism::make(question, {at, epsilon, 1}, LadderSteps(2));
  EXPECT_TRUE(mechanism) << mechanism.error().message;
  return *std::move(mechanism);
}

SmallTable values(const std::vector<std::string>& people) {
  SmallTable rows;
  for (const std::string& person : people)
    for (const char* value : {"-9", "0", "1", "n/a"}) rows.push_back({person, {value}});
  return rows;
}

// The noise of twice the epsilon is certainly not enough for it, so the worlds can see
// something. For 1/3 and 1/2 all of it is needed.
void expect_kept(const LadderMechanism& mechanism, const verify::SmallWorld& world) {
  verify::WorldLaws laws({&mechanism}, 1e-7, verify::test_key(7));
  const auto excess = verify::excess_of(laws, world, mechanism);
  EXPECT_LE(excess.certain, Rational(0));
  EXPECT_LE(excess.upper, Rational(1, 1000)) << excess.upper.to_double();
  EXPECT_GT(verify::excess_of(laws, world, mechanism, 0, {1, 2}).certain, Rational(0));
}

TEST(LadderWorlds, EveryRowMayBeAPerson) {
  for (const Rational& at : {Rational(9, 10), Rational(1, 10), Rational(1, 3)})
    for (const Rational& epsilon : {Rational(1), Rational(4)})
      expect_kept(*made(at, epsilon), {values({""}), 3});
}

TEST(LadderWorlds, PeopleHaveSeveralRows) {
  for (const Rational& at : {Rational(1, 2), Rational(2, 3)})
    expect_kept(*made(at, 4, 2), {values({"a", "b"}), 3});
}

// Nearly all of the epsilon is needed.
TEST(LadderWorlds, ThreeQuartersAreNotEnough) {
  const auto mechanism = made({1, 2}, 4);
  verify::WorldLaws laws({mechanism.get()}, 1e-7);
  EXPECT_GT(verify::excess_of(laws, {values({""}), 3}, *mechanism, 0, {3, 4}).certain,
            Rational(0));
}

}  // namespace
}  // namespace selvage
