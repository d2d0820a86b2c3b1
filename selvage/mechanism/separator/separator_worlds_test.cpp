// The shipped run behind a reader, on all small tables, through the outcome tree: the
// counts that are left and the supports together.
#include "selvage/mechanism/separator/separator_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

using verify::SmallTable;
using verify::SmallWorld;

const Rational kEpsilon(1, 2), kDelta(1, 5);

SmallTable labelled_rows(const std::vector<std::string>& people,
                         const std::vector<std::string>& values) {
  SmallTable rows;
  for (const std::string& person : people)
    for (const std::string& value : values)
      for (const char* label : {"a", "b"}) rows.push_back({person, {value, label}});
  return rows;
}

void expect_kept_and_tight(const SeparatorMechanism& mechanism,
                           const SmallWorld& world) {
  const auto excess =
      verify::check_small_worlds(mechanism, world, 0, verify::test_key(7));
  ASSERT_EQ(excess.size(), 1u);
  EXPECT_LE(excess[0].upper, Rational::power_of_two(-50));
  // What the worlds can see: a part of delta is not kept.
  verify::WorldLaws laws({&mechanism}, 0);
  Guarantee less = mechanism.guarantees()[0].conclusion;
  auto& promise = std::get<DpPromise>(less.promise);
  promise.delta = promise.delta * Rational(9, 10);
  EXPECT_GT(
      verify::worst_excess(laws, world, verify::promise_of(mechanism, less)).certain,
      Rational(0));
}

TEST(SeparatorWorlds, EveryRowMayBeAPerson) {
  expect_kept_and_tight(*made_separator("x=0:2:1", kEpsilon, kDelta),
                        {labelled_rows({""}, {"0", "1"}), 3});
}

TEST(SeparatorWorlds, PeopleHaveSeveralRows) {
  const auto mechanism =
      made_separator("x=0:1:1", kEpsilon, kDelta,
                     {.column = "who", .rows = 2, .cells = 2, .rows_in_cell = 1});
  const auto excess = verify::check_small_worlds(
      *mechanism, {labelled_rows({"p", "q"}, {"0"}), 3}, 0, verify::test_key(7));
  ASSERT_EQ(excess.size(), 1u);
  EXPECT_LE(excess[0].upper, Rational::power_of_two(-50));
}

}  // namespace
}  // namespace selvage
