// The shipped run behind a reader, on all small tables, through the outcome tree: both
// tests and the noise together. [T131]
#include <gtest/gtest.h>

#include "selvage/mechanism/trimmed_mean/trimmed_mean_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

using verify::SmallTable;
using verify::SmallWorld;

// Half of the rows are left out; few steps, so that all of the noise can be walked.
const TrimmedMeanRequest kRequest{{1, 2}, 4, {1, 2}, 1};
constexpr TrimmedMeanSize kSize{.reach_bits = 2, .step_bits = 1};

SmallTable rows_of(const std::vector<std::string>& people,
                   const std::vector<std::optional<std::string>>& values) {
  SmallTable rows;
  for (const std::string& person : people)
    for (const auto& value : values) rows.push_back({person, {value}});
  return rows;
}

// What is left out of the walk counts in full against the upper bound; a part of the
// promise is certainly not kept.
void expect_kept(const TrimmedMeanMechanism& mechanism, const SmallWorld& world,
                 const Rational& part_of_delta) {
  verify::WorldLaws laws({&mechanism}, 1e-9, verify::test_key(7));
  const auto excess = verify::excess_of(laws, world, mechanism);
  EXPECT_LE(excess.certain, Rational(0));
  EXPECT_LE(excess.upper, Rational(1, 100'000)) << excess.upper.to_double();
  Guarantee less = mechanism.guarantees()[0].conclusion;
  auto& promise = std::get<DpPromise>(less.promise);
  promise.delta = promise.delta * part_of_delta;
  EXPECT_GT(
      verify::worst_excess(laws, world, verify::promise_of(mechanism, less)).certain,
      Rational(0));
}

TEST(TrimmedMeanWorlds, EveryRowMayBeAPerson) {
  expect_kept(*trimmed_mean(kRequest, certain_question(), kSize),
              {rows_of({""}, {"-inf", "0", "1", "3", "n/a", std::nullopt}), 5}, {2, 5});
}

TEST(TrimmedMeanWorlds, LongerTablesOfFewValues) {
  expect_kept(*trimmed_mean(kRequest, certain_question(), kSize),
              {rows_of({""}, {"0", "1", "5"}), 8}, {2, 5});
}

TEST(TrimmedMeanWorlds, PeopleHaveSeveralRows) {
  expect_kept(*trimmed_mean(kRequest, certain_question(2), kSize),
              {rows_of({"a", "b", "c"}, {"0", "2"}), 6}, {2, 5});
}

TEST(TrimmedMeanWorlds, PeopleAreInSeveralGroups) {
  const Domain domain = *Domain::make({{"g", KeyList::of({"p"}), true}});
  SmallTable rows;
  for (const char* person : {"a", "b"})
    for (const char* group : {"p", "q"})
      rows.push_back({person, {std::string(group), std::string("2")}});
  TrimmedMeanRequest request = kRequest;
  request.epsilon = 8;
  expect_kept(*trimmed_mean(request, certain_question(3, domain, 2), kSize), {rows, 7},
              {1, 5});
}

}  // namespace
}  // namespace selvage
