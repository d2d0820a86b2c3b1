// The shipped run behind a reader, on all small tables: windows, codes, caps and the
// draw, through the outcome tree.
#include <gtest/gtest.h>

#include "selvage/mechanism/quantile/quantile_mechanism_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

using verify::SmallTable;
using verify::SmallWorld;

// Numbers in the middle and at both bounds, one that is missing and one that is none.
SmallTable possible_values(const std::vector<std::string>& people) {
  SmallTable rows;
  for (const std::string& person : people)
    for (const std::optional<std::string>& value :
         std::vector<std::optional<std::string>>{"-3", "0", "5.4", "1e300", "-inf",
                                                 "n/a", std::nullopt})
      rows.push_back({person, {value}});
  return rows;
}

const Rational kWorldRanks[] = {{1, 2}, {1, 4}, {9, 10}, {1, 3}};

TEST(QuantileWorlds, EveryRowMayBeAPerson) {
  const SmallWorld world{possible_values({""}), 3};
  for (const Rational& at : kWorldRanks)
    for (const Rational& epsilon : {Rational(1, 2), Rational(2), Rational(20)}) {
      const auto mechanism = made({at, epsilon, 1});
      const auto excess = verify::check_small_worlds(*mechanism, world, 0);
      ASSERT_EQ(excess.size(), 1u);
      EXPECT_EQ(excess[0].certain, Rational(0)) << at.text() << ' ' << epsilon.text();
      EXPECT_LE(excess[0].upper, Rational::power_of_two(-100));
    }
}

// Codes that are not their own places, with both priors. [T250, T251]
TEST(QuantileWorlds, EveryRowOfAScaleOfFewBitsMayBeAPerson) {
  SmallTable possible;
  for (const char* value : {"-31", "-9", "0", "5.4", "14", "1e300", "n/a"})
    possible.push_back({"", {value}});
  const std::pair<CodeScale, Rational> scales[] = {{{5, 3}, 1}, {{6, 2}, {1, 2}}};
  for (const auto& [scale, unit] : scales)
    for (const Rational& at : {Rational(1, 2), Rational(9, 10)}) {
      const auto mechanism =
          made(QuantileRequest{.at = {at}, .epsilon = 2, .unit = unit, .guard = false},
               1, {.scale = scale});
      verify::WorldLaws laws({mechanism.get()}, 0);
      const SmallWorld world{possible, 3};
      const auto excess = verify::excess_of(laws, world, *mechanism);
      EXPECT_EQ(excess.certain, Rational(0)) << at.text() << ' ' << unit.text();
      EXPECT_LE(excess.upper, Rational::power_of_two(-100));
      const Rational part(1, at == Rational(1, 2) ? 2 : 8);
      EXPECT_GT(verify::excess_of(laws, world, *mechanism, 0, part).certain,
                Rational(0));
    }
}

TEST(QuantileWorlds, PeopleHaveSeveralRows) {
  SmallTable possible;
  for (const char* person : {"a", "b", ""})
    for (const char* value : {"0", "4", "n/a"}) possible.push_back({person, {value}});
  for (const std::int64_t rows : {2, 3})
    for (const Rational& at : {Rational(1, 2), Rational(9, 10)}) {
      const auto mechanism = made({at, 1, 1}, rows);
      const auto excess =
          verify::check_small_worlds(*mechanism, {possible, 4}, 0, verify::test_key(7));
      EXPECT_EQ(excess[0].certain, Rational(0)) << at.text() << ' ' << rows;
      EXPECT_LE(excess[0].upper, Rational::power_of_two(-100));
    }
}

// So the worlds above can see something: the slopes of one row with two rows of a
// person, and three quarters of the epsilon.
TEST(QuantileWorlds, WhatIsNotKeptIsSeen) {
  const auto mechanism = made({{1, 2}, 1, 1});
  verify::WorldLaws laws({mechanism.get()}, 0);
  const SmallWorld world{possible_values({""}), 4};
  EXPECT_EQ(verify::excess_of(laws, world, *mechanism).certain, Rational(0));
  EXPECT_GT(verify::excess_of(laws, world, *mechanism, 0, {3, 4}).certain, Rational(0));
}

// Days around 1970 and the bounds, so that the tree tells them apart.
TEST(QuantileWorlds, RowsMayBeMoments) {
  SmallTable possible;
  for (const std::optional<std::string>& value :
       std::vector<std::optional<std::string>>{"1969-12-31", "1970-01-02 23:59",
                                               "19700103", "0001-01-01", "9999-12-31",
                                               "12", std::nullopt})
    possible.push_back({"", {value}});
  for (const char* bounds : {"", "1969-12-30:1970-01-04"})
    for (const Rational& at : {Rational(1, 2), Rational(9, 10)}) {
      const auto mechanism = made({.at = {at},
                                   .epsilon = 2,
                                   .unit = *MomentUnit::parse("day"),
                                   .bounds = bounds,
                                   .guard = false},
                                  1, {});
      verify::WorldLaws laws({mechanism.get()}, 0);
      const SmallWorld world{possible, 3};
      const auto excess = verify::excess_of(laws, world, *mechanism);
      EXPECT_EQ(excess.certain, Rational(0)) << bounds << ' ' << at.text();
      if (at == Rational(1, 2)) {
        const Rational part(1, at == Rational(1, 2) ? 2 : 8);
        EXPECT_GT(verify::excess_of(laws, world, *mechanism, 0, part).certain,
                  Rational(0));
      }
    }
}

// What is no number is as if it were not there.
TEST(QuantileWorlds, MissingValuesDecideNothing) {
  const auto mechanism = made({{1, 4}, 1, 1});
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
}

}  // namespace
}  // namespace selvage
