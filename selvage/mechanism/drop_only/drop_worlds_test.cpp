// The shipped run behind a reader, on all small tables, through the outcome tree.
#include "selvage/mechanism/drop_only/drop_only_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

using verify::SmallTable;
using verify::SmallWorld;

const Rational kEpsilon(1, 2), kDelta(1, 5);

SmallTable rows_of(const std::vector<std::string>& people,
                   const std::vector<std::string>& keys) {
  SmallTable rows;
  for (const std::string& person : people)
    for (const std::string& key : keys) rows.push_back({person, {key}});
  return rows;
}

void expect_kept(const Mechanism& mechanism, const SmallWorld& world) {
  const auto excess =
      verify::check_small_worlds(mechanism, world, 0, verify::test_key(7));
  ASSERT_EQ(excess.size(), 1u);
  EXPECT_LE(excess[0].upper, Rational::power_of_two(-50));
}

TEST(DropWorlds, EveryRowMayBeAPerson) {
  for (const char* verb : {"histogram", "support", "mode"})
    expect_kept(
        *drop_counts(drop_question(verb, keys_domain({"a", "b"})), kEpsilon, kDelta),
        {rows_of({""}, {"a", "b", "z"}), 5});
}

TEST(DropWorlds, KeysAreNotKnown) {
  const Domain domain = *Domain::make({{"g", UnknownKeys{}, true}});
  expect_kept(*drop_counts(drop_question("histogram", domain), kEpsilon, kDelta),
              {rows_of({""}, {"a", "b"}), 5});
}

TEST(DropWorlds, PeopleHaveSeveralRows) {
  for (const char* verb : {"histogram", "mode"})
    for (const PersonShare& share :
         {PersonShare{2, 1, 2}, PersonShare{2, 2, 1}, PersonShare{3, 2, 2}})
      expect_kept(*drop_counts(drop_question(verb, keys_domain({"a", "b"}), share),
                               kEpsilon, kDelta),
                  {rows_of({"p", "q"}, {"a", "b"}), 5});
}

// What the worlds can see: a part of delta is not kept.
TEST(DropWorlds, WhatIsNotKeptIsSeen) {
  for (const char* verb : {"histogram", "support", "mode"}) {
    const auto mechanism =
        drop_counts(drop_question(verb, keys_domain({"a", "b"})), kEpsilon, kDelta);
    verify::WorldLaws laws({mechanism.get()}, 0);
    const SmallWorld world{rows_of({""}, {"a", "b"}), 5};
    Guarantee less = mechanism->guarantees()[0].conclusion;
    auto& promise = std::get<DpPromise>(less.promise);
    promise.delta = promise.delta * Rational(9, 10);
    EXPECT_GT(
        verify::worst_excess(laws, world, verify::promise_of(*mechanism, less)).certain,
        Rational(0))
        << verb;
  }
}

}  // namespace
}  // namespace selvage
