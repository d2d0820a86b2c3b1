// The shipped run behind a reader, on all small tables: bins, caps, groups and the
// draw, through the outcome tree.
#include <gtest/gtest.h>

#include "selvage/mechanism/extremes/extremes_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

using verify::SmallTable;
using verify::SmallWorld;

// Within the bins and beyond both ends, one that is missing and one that is none.
SmallTable possible_numbers(const std::vector<std::string>& people) {
  SmallTable rows;
  for (const std::string& person : people)
    for (const std::optional<std::string>& value :
         std::vector<std::optional<std::string>>{"-inf", "0", "1.5", "3", "1e300",
                                                 "n/a", std::nullopt})
      rows.push_back({person, {value}});
  return rows;
}

const ExtremeTerms kThreshold = AboveThresholdTerms{{3, 8}, {5, 8}, 1};
const ExtremeTerms kExponential = ExponentialTerms{{1, 2}, 2};

void expect_kept(const Mechanism& mechanism, const SmallWorld& world,
                 const std::string& which) {
  const auto excess =
      verify::check_small_worlds(mechanism, world, 0, verify::test_key(7));
  ASSERT_EQ(excess.size(), 1u);
  EXPECT_EQ(excess[0].certain, Rational(0)) << which;
  EXPECT_LE(excess[0].upper, Rational::power_of_two(-100)) << which;
}

TEST(ExtremesWorlds, EveryRowMayBeAPerson) {
  for (const std::string verb : {"max", "min", "range"})
    for (const ExtremeTerms& terms : {kThreshold, kExponential})
      expect_kept(*with_terms(verb, "0:4:1", terms),
                  {possible_numbers({""}), verb == "range" ? 2u : 3u}, verb);
}

TEST(ExtremesWorlds, FiveRowsOfFewValues) {
  SmallTable possible;
  for (const char* value : {"0", "2", "n/a"}) possible.push_back({"", {value}});
  for (const ExtremeTerms& terms : {kThreshold, kExponential})
    expect_kept(*with_terms("max", "0:4:1", terms), {possible, 5}, "five");
}

TEST(ExtremesWorlds, PeopleHaveSeveralRows) {
  SmallTable possible;
  for (const char* person : {"a", "b", ""})
    for (const char* value : {"0", "2", "n/a"}) possible.push_back({person, {value}});
  for (const std::int64_t rows : {2, 3})
    for (const ExtremeTerms& terms : {kThreshold, kExponential})
      expect_kept(*with_terms("max", "0:4:1", terms, rows), {possible, 4},
                  std::to_string(rows));
}

// One person's rows lie in several groups: together they cost what they cost in one.
TEST(ExtremesWorlds, GroupsShareWhatAPersonHas) {
  const Domain domain = *Domain::make({{"g", KeyList::of({"p"}), true}});
  SmallTable possible;
  for (const char* person : {"a", "b"})
    for (const char* group : {"p", "q"})
      for (const char* value : {"0", "2"})
        possible.push_back({person, {std::string(group), std::string(value)}});
  for (const ExtremeTerms& terms : {kThreshold, kExponential}) {
    const auto mechanism = with_terms("max", "0:3:1", terms, 2, domain);
    EXPECT_EQ(mechanism->question().domain.cells(), 2u);
    EXPECT_EQ(mechanism->epsilon(), Rational(2));
    expect_kept(*mechanism, {possible, 3}, "groups");
  }
}

// Without bins, where there are few octaves to look at: one code on each side.
TEST(ExtremesWorlds, MissingValuesDecideNothing) {
  const auto mechanism = with_terms("max", "0:4:1", kThreshold);
  verify::WorldLaws laws({mechanism.get()}, 0);
  const auto law = [&](const std::vector<std::optional<std::string>>& values) {
    SmallTable table;
    for (const auto& value : values) table.push_back({"", {value}});
    std::map<Drawn, double> masses;
    for (const auto& [drawn, mass] : laws.of(table).mass)
      masses.emplace(drawn.front(), mass.value().middle());
    return masses;
  };
  EXPECT_EQ(law({"0", "7"}), law({"n/a", "0", std::nullopt, "7", "nan", ""}));
  EXPECT_NE(law({"0", "7"}), law({"0", "7", "7"}));
  EXPECT_EQ(law({}), law({"x"}));
  EXPECT_EQ(law({"4", "-5"}), law({"1e300", "-0.01"}));  // what lies outside
  EXPECT_NE(law({"3"}), law({"2.999"}));
}

// So the worlds above can see something: seven eighths of the epsilon, and a person
// with two rows where one was planned for.
TEST(ExtremesWorlds, WhatIsNotKeptIsSeen) {
  for (const std::string verb : {"max", "min"}) {
    const auto mechanism = with_terms(verb, "0:4:1", kThreshold);
    verify::WorldLaws laws({mechanism.get()}, 0);
    const SmallWorld world{possible_numbers({""}), 3};
    EXPECT_EQ(verify::excess_of(laws, world, *mechanism).certain, Rational(0));
    EXPECT_GT(verify::excess_of(laws, world, *mechanism, 0, {7, 8}).certain,
              Rational(0));
  }
}

}  // namespace
}  // namespace selvage
