// The shipped code on all small tables: the tests alone, with their exact law, and a
// whole run through the outcome tree. [T145, T149]
#include "selvage/mechanism/robust_regression/robust_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {

namespace {

using verify::SmallTable;

struct World {
  RobustRequest request;
  SmallTable possible;
  std::size_t rows;
  std::int64_t depth;          // that some table of it has
  SmallTable background = {};  // rows that every table has
  Rational needed = {1, 3};    // of delta, by some pair
};

// Both ways. A smaller delta is certainly not enough.
void expect_kept(const World& world) {
  const TestsAlone tests(world.request);
  Rational worst = 0;
  verify::for_each_neighbours(
      world.possible, world.rows,
      [&](const SmallTable& with, const SmallTable& without) {
        const auto law_with = [&](SmallTable table) {
          table.insert(table.end(), world.background.begin(), world.background.end());
          return tests.law(numbers_in(table));
        };
        const auto one = law_with(with), two = law_with(without);
        worst = std::max({worst, tests.delta(one, two, 1), tests.delta(two, one, 1)});
      });
  EXPECT_LE(worst, tests.promised()) << worst.to_double();
  EXPECT_GT(worst, tests.promised() * world.needed) << worst.to_double();
  EXPECT_GE(tests.deepest(), world.depth);
}

// Tests of epsilon 1/2 each, so that a step of the depth is all that a person may move.
TEST(RobustWorlds, EveryRowMayBeAPerson) {
  expect_kept({{{{"x"}}, 2, Rational(3, 10), 1, {1}},
               each_with({""}, {{"0", "-1"}, {"0", "1"}, {"9", "1"}}),
               9,
               4});
}

TEST(RobustWorlds, PeopleHaveSeveralRows) {
  expect_kept({{{{"x"}}, 2, Rational(3, 10), 1, {1}},
               each_with({"a", "b", "c"}, {{"0", "-1"}, {"9", "1"}}),
               5,
               2,
               each_with({"d", "e", "f", "g"}, {{"0", "-1"}, {"0", "1"}})});
}

// A key is a column of 0 and 1. [T270]
TEST(RobustWorlds, AColumnWithKeys) {
  const DomainColumn keyed{"k", *KeyList::parse("a"), true};
  expect_kept({{{{}, {keyed}}, 2, Rational(3, 10), 1, {1}},
               each_with({""}, {{"0", "0"}, {"0", "1"}, {"9", "1"}}),
               9,
               3});
}

TEST(RobustWorlds, ThreeCoefficients) {
  SmallTable many;
  for (int i = 0; i < 50; ++i)
    many.push_back(
        {"", {"0", std::to_string(i % 5 - 2), std::to_string(i / 5 % 5 - 2)}});
  expect_kept({{{{"x1", "x2"}}, 2, Rational(4, 10), 1, {1}},
               each_with({""}, {{"0", "-1", "0"}, {"9", "0", "-1"}, {"9", "0", "0"}}),
               8,
               4,
               many,
               {1, 20}});
}

// The count, the sizes that blocks tell, and all tests together.
TEST(RobustWorlds, AWholeRun) {
  const RobustSize size{.size_exponent = 1,
                        .middle_exponent = 1,
                        .blocks = 1,
                        .least_people = -1'000'000'000};
  const auto mechanism = made_robust({{{"x"}}, 50, Rational(1, 2), 1, {1}}, "", size);
  verify::WorldLaws laws({mechanism.get()}, 1e-7);
  const auto excess = verify::excess_of(
      laws, {each_with({""}, {{"0", "0"}, {"2", "1"}}), 2}, *mechanism);
  EXPECT_LE(excess.certain, Rational(0));
  EXPECT_LE(excess.upper, Rational(1, 100)) << excess.upper.to_double();
}

}  // namespace
}  // namespace selvage
