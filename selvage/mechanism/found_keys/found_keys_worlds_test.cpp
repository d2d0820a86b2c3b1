// Both steps together on all small tables, through the outcome tree: which keys are
// there is a part of what is drawn. [T167]
#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/mechanism/found_keys/found_keys_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

using verify::SmallWorld;

constexpr double kCut = 1e-6;

Planned largest(const char* epsilon, Asked more = {}) {
  more.give("column", "x=0:2:1");
  more.give("epsilon", epsilon);
  more.give("delta", "0.2");
  return planned_by_keys("max", std::move(more));
}

// A tenth of the epsilon is certainly not kept, so the worlds can see something.
void expect_kept(const Mechanism& mechanism, const SmallWorld& world, double cut) {
  verify::WorldLaws laws({&mechanism}, cut, verify::test_key(5));
  const auto excess = verify::excess_of(laws, world, mechanism);
  EXPECT_LE(excess.certain, Rational(0));
  EXPECT_LE(excess.upper, Rational(1, 100)) << excess.upper.to_double();
  EXPECT_GT(verify::excess_of(laws, world, mechanism, 0, {1, 10}).certain, Rational(0));
}

const SmallWorld kRows{verify::possible_rows({""}, {"a", "b"}, {"0", "1"}), 2};

TEST(FoundKeysWorlds, EveryRowMayBeAPerson) {
  expect_kept(*largest("6").plan, kRows, kCut);
}

TEST(FoundKeysWorlds, APersonMayBeInSeveralGroups) {
  const Planned planned = largest("10", {{"person", "who"}, {"rows_per_person", "2"}});
  expect_kept(*planned.plan, {verify::possible_rows({"p", "q"}, {"a", "b"}, {"1"}), 3},
              1e-8);
}

// One number of rows decides of a key and of its answer. [T168] At this epsilon what is
// not walked could be anything.
TEST(FoundKeysWorlds, TheCountIsTheGuard) {
  const Planned planned = planned_by_keys(
      "median", {{"column", "x"}, {"epsilon", "50"}, {"delta", "0.3"}, {"unit", "1"}});
  EXPECT_EQ(found_keys(planned).fewer_than(), 2);
  verify::WorldLaws laws({planned.plan.get()}, kCut);
  const SmallWorld world{verify::possible_rows({""}, {"a"}, {"0", "3"}), 3};
  EXPECT_LE(verify::excess_of(laws, world, *planned.plan).certain, Rational(0));
  const auto& law = laws.of({{"", {"a", "0"}}, {"", {"a", "0"}}, {"", {"a", "3"}}});
  EXPECT_GT(law.mass.size(), 5u);
  for (const auto& [drawn, mass] : law.mass)
    for (const std::int64_t count : drawn.front().numbers.back()) EXPECT_GE(count, 2);
}

// With half of the noise, and with a lower threshold, the promise of the keys is
// broken. They have nearly all of the epsilon here.
TEST(FoundKeysWorlds, WhatIsWrongIsSeen) {
  const Planned planned = largest("0.1");
  const auto& right = found_keys(planned);
  const auto keys = plan_cells({.statistic = Statistic::count,
                                .reading = {right.question().domain},
                                .epsilon = 2,
                                .delta = Rational(1, 5),
                                .wanted = WantedNoise::laplace});
  ASSERT_TRUE(keys);
  const auto excess_of = [&](const CellsPlan& plan) {
    const auto wrong = FoundKeysMechanism::make(right.question(), plan, right.known());
    EXPECT_TRUE(wrong);
    verify::WorldLaws laws({wrong->get()}, kCut);
    return verify::excess_of(laws, kRows, **wrong).certain;
  };
  EXPECT_LE(excess_of(*keys), Rational(0));
  CellsPlan lower = *keys;
  lower.key_threshold = *lower.key_threshold - 1;
  EXPECT_GT(excess_of(lower), Rational(0));
  CellsPlan louder = *keys;
  louder.numbers[0].add_noise =
      [scale = std::get<LaplaceNoise>(louder.numbers[0].added()).scale](
          std::span<std::int64_t> numbers, RandomSource& random) {
        add_noise(LaplaceNoise{scale / 2}, numbers, random);
      };
  EXPECT_GT(excess_of(louder), Rational(0));
}

// Nothing of a key that is not released is in what is drawn.
TEST(FoundKeysWorlds, OtherKeysDecideNothing) {
  const Planned planned = largest("6");
  verify::WorldLaws laws({planned.plan.get()}, kCut);
  for (const auto& [drawn, mass] : laws.of({{"", {"a", "1"}}}).mass) {
    const Drawn& one = drawn.front();
    EXPECT_EQ(one.cells.size(), one.keys.front().size());
    EXPECT_EQ(one.numbers.size(), one.cells.empty() ? 1u : 2u);
    EXPECT_TRUE(planned.plan->can_draw(one));
  }
}

}  // namespace
}  // namespace selvage
