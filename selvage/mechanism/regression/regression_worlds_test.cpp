// The shipped run on all small tables through the outcome tree: blocks, fits, the count
// of fits and every coefficient together.
#include "selvage/mechanism/regression/regression_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

using verify::SmallTable;
using verify::SmallWorld;

struct World {
  RegressionRequest request;
  std::string person;
  RegressionSize size;
  SmallTable possible;
  std::size_t rows;
};

// What is left out of the walk counts in full against the upper bound. A part of the
// promise is certainly not kept.
void expect_kept(const World& world, const Rational& part, double cut,
                 const Rational& left_out) {
  const auto mechanism = made_regression(world.request, world.person, world.size);
  verify::WorldLaws laws({mechanism.get()}, cut);
  const SmallWorld small{world.possible, world.rows};
  const auto excess = verify::excess_of(laws, small, *mechanism);
  EXPECT_LE(excess.certain, Rational(0));
  EXPECT_LE(excess.upper, left_out) << excess.upper.to_double();
  EXPECT_GT(verify::excess_of(laws, small, *mechanism, 0, part).certain, Rational(0))
      << part.text();
}

SmallTable rows_of(const std::vector<std::string>& people) {
  SmallTable rows;
  for (const std::string& person : people)
    for (const auto& [y, x] : {std::pair("0", "0"), {"2", "0"}, {"-1", "1"}})
      rows.push_back({person, {y, x}});
  return rows;
}

// Blocks are drawn for the rows: the tree walks every way in which they can fall, of
// which few show a person much.
TEST(RegressionWorlds, EveryRowMayBeAPerson) {
  for (const Rational& epsilon : {Rational(10), Rational(40)})
    expect_kept({{{{"x"}}, epsilon, 1, {1}, 2},
                 "",
                 {.scale = CodeScale::linear(1)},
                 rows_of({""}),
                 3},
                {1, 12}, 1e-9, {1, 10'000});
}

// By name, under each of a few keys, and with a row that has no number.
TEST(RegressionWorlds, PeopleLieInBlocksWithAllTheirRows) {
  SmallTable possible = rows_of({"a", "b"});
  possible.push_back({"a", {"n/a", "2"}});
  expect_kept({{{{"x"}}, 20, 1, {1}, 2},
               "who",
               {.scale = CodeScale::linear(1), .keys = 2},
               possible,
               4},
              {1, 4}, 1e-8, {1, 10'000});
}

TEST(RegressionWorlds, ThreeCoefficients) {
  SmallTable possible;
  for (const auto& [y, x1, x2] :
       {std::tuple("0", "0", "0"), {"1", "1", "0"}, {"-1", "0", "1"}})
    possible.push_back({"", {y, x1, x2}});
  expect_kept({{{{"x1", "x2"}}, 30, 1, {1}, 2},
               "",
               {.scale = CodeScale::linear(1)},
               possible,
               3},
              {1, 12}, 1e-8, {1, 1'000});
}

// The ends of intervals are drawn from the same blocks. [T271]
TEST(RegressionWorlds, IntervalsOfCoefficients) {
  RegressionRequest request{{{"x"}}, 40, 1, {1}, 2};
  request.shift = 0;
  expect_kept({request, "", {.scale = CodeScale::linear(1)}, rows_of({""}), 3}, {1, 12},
              1e-5, {1, 10});
}

DomainColumn keyed(const std::string& name, const std::string& keys) {
  return {name, *KeyList::parse(keys), true};
}

// A column with keys, alone and beside a number; rows without a key, or with none of
// those that are named. [T270]
TEST(RegressionWorlds, ColumnsWithKeys) {
  SmallTable possible;
  for (const auto& [key, y] : {std::pair("a", "1"), {"b", "0"}, {"c", "-1"}})
    possible.push_back({"", {key, y}});
  possible.push_back({"", {std::nullopt, "1"}});
  expect_kept({{{{}, {keyed("k", "a")}}, 40, 1, {1}, 2},
               "",
               {.scale = CodeScale::linear(1)},
               possible,
               3},
              {1, 12}, 1e-9, {1, 10'000});
  SmallTable beside;
  for (const auto& [key, y, x] :
       {std::tuple("a", "1", "0"), {"b", "0", "1"}, {"b", "-1", "0"}})
    beside.push_back({"", {key, y, x}});
  expect_kept({{{{"x"}, {keyed("k", "a")}}, 30, 1, {1}, 2},
               "",
               {.scale = CodeScale::linear(1)},
               beside,
               3},
              {1, 12}, 1e-8, {1, 1'000});
}

// What is no number is as if it were not there.
TEST(RegressionWorlds, RowsWithoutAllNumbersDecideNothing) {
  const auto mechanism =
      made_regression({{{"x"}}, 10, 1, {1}, 2}, "", {.scale = CodeScale::linear(1)});
  verify::WorldLaws laws({mechanism.get()}, 1e-9);
  const auto law = [&](const SmallTable& table) {
    std::map<Drawn, double> masses;
    for (const auto& [drawn, mass] : laws.of(table).mass)
      masses.emplace(drawn.front(), mass.value().middle());
    return masses;
  };
  const SmallTable two = {{"", {"0", "0"}}, {"", {"1", "1"}}};
  SmallTable more = two;
  more.push_back({"", {"5", std::nullopt}});
  more.push_back({"", {"text", "1"}});
  EXPECT_EQ(law(two), law(more));
  EXPECT_NE(law(two), law({}));
}

}  // namespace
}  // namespace selvage
