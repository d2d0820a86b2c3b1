// The shipped run behind a reader, on all small tables, through the outcome tree.
#include <gtest/gtest.h>

#include "selvage/mechanism/certain/certain_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

using verify::SmallTable;
using verify::SmallWorld;

const Rational kEpsilon(1, 2), kDelta(1, 20);

CertainRequest request_at(std::optional<Rational> at) {
  return {std::move(at), kEpsilon, kDelta, 1};
}

const std::optional<Rational> kAll[] = {Rational(1, 2), Rational(1, 4), Rational(9, 10),
                                        std::nullopt};

SmallTable possible(const std::vector<std::string>& people,
                    const std::vector<std::optional<std::string>>& values) {
  SmallTable rows;
  for (const std::string& person : people)
    for (const auto& value : values) rows.push_back({person, {value}});
  return rows;
}

void expect_kept(const Mechanism& mechanism, const SmallWorld& world) {
  const auto excess =
      verify::check_small_worlds(mechanism, world, 0, verify::test_key(7));
  ASSERT_EQ(excess.size(), 1u);
  EXPECT_LE(excess[0].upper, Rational::power_of_two(-100));
}

TEST(CertainWorlds, EveryRowMayBeAPerson) {
  for (const auto& at : kAll)
    expect_kept(*certain(request_at(at)),
                {possible({""}, {"-inf", "0", "1", "3", "n/a", std::nullopt}), 5});
}

TEST(CertainWorlds, PeopleHaveSeveralRows) {
  for (const auto& at : kAll)
    for (const std::int64_t rows : {2, 3})
      expect_kept(*certain(request_at(at), certain_question(rows)),
                  {possible({"a", "b", "c"}, {"0", "2"}), 6});
}

TEST(CertainWorlds, PeopleAreInSeveralGroups) {
  const Domain domain = *Domain::make({{"g", KeyList::of({"p"}), true}});
  SmallTable rows;
  for (const char* person : {"a", "b"})
    for (const char* group : {"p", "q"})
      for (const char* value : {"0", "2"})
        rows.push_back({person, {std::string(group), std::string(value)}});
  for (const std::optional<Rational>& at :
       {std::optional(Rational(1, 2)), std::optional<Rational>()})
    expect_kept(*certain(request_at(at), certain_question(2, domain, 2)), {rows, 4});
}

// What the worlds can see: a part of epsilon or delta is not kept, and a person with
// two rows where one was planned for.
TEST(CertainWorlds, WhatIsNotKeptIsSeen) {
  for (const auto& at : kAll) {
    const auto mechanism = certain(request_at(at));
    verify::WorldLaws laws({mechanism.get()}, 0);
    const SmallWorld world{possible({""}, {"0", "1", "3"}), 6};
    Guarantee less = mechanism->guarantees()[0].conclusion;
    EXPECT_LE(
        verify::worst_excess(laws, world, verify::promise_of(*mechanism, less)).upper,
        Rational::power_of_two(-100));
    auto& promise = std::get<DpPromise>(less.promise);
    promise.delta = promise.delta * Rational(9, 20);
    EXPECT_GT(
        verify::worst_excess(laws, world, verify::promise_of(*mechanism, less)).certain,
        Rational(0))
        << at.value_or(Rational(0)).text();
  }
}

}  // namespace
}  // namespace selvage
