// The shipped run on all small tables through the outcome tree: centre, radius and both
// sums together.
#include "selvage/mechanism/bound_free/bound_free_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

using verify::SmallTable;
using verify::SmallWorld;

struct World {
  const char* verb;
  Rational epsilon;
  std::int64_t rows_per_person;
  BoundFreeSize size;
  std::vector<std::string> values, people;
  std::size_t rows;
};

// What is left out of the walk counts in full against the upper bound. A part of the
// promise is certainly not kept.
void expect_kept(const World& world, const Rational& part, double cut,
                 const Rational& left_out) {
  const auto mechanism =
      made_bound_free(world.verb, {.epsilon = world.epsilon, .unit = {1}},
                      world.rows_per_person, world.size);
  SmallTable possible;
  for (const std::string& person : world.people)
    for (const std::string& value : world.values) possible.push_back({person, {value}});
  verify::WorldLaws laws({mechanism.get()}, cut, verify::test_key(7));
  const SmallWorld small{possible, world.rows};
  const auto excess = verify::excess_of(laws, small, *mechanism);
  EXPECT_LE(excess.certain, Rational(0));
  EXPECT_LE(excess.upper, left_out) << excess.upper.to_double();
  EXPECT_GT(verify::excess_of(laws, small, *mechanism, 0, part).certain, Rational(0))
      << part.text();
}

TEST(BoundFreeWorlds, AMeanHidesEveryRow) {
  expect_kept({"mean",
               15,
               1,
               {.scale = CodeScale::linear(1), .width_bits = 1},
               {"-1", "0", "1"},
               {""},
               3},
              {1, 2}, 1e-12, {1, 1000});
  // Steps of whole codes, and values beyond the range.
  expect_kept({"mean",
               20,
               1,
               {.scale = CodeScale::linear(2), .width_bits = 2},
               {"-9", "0", "2"},
               {""},
               2},
              {1, 2}, 1e-12, {1, 1000});
  expect_kept(
      {"mean", 15, 1, {.scale = CodeScale::linear(1), .width_bits = 1}, {"1"}, {""}, 5},
      {1, 2}, 1e-12, {1, 1000});
}

// Distances and sums are those of codes, not of their places. [T250]
TEST(BoundFreeWorlds, AMeanOnAScaleOfFewBitsHidesEveryRow) {
  expect_kept({"mean",
               20,
               1,
               {.scale = CodeScale(2, 1), .width_bits = 2},
               {"-9", "0", "3"},
               {""},
               2},
              {1, 2}, 1e-12, {1, 1000});
  expect_kept({"sum",
               8,
               1,
               {.scale = CodeScale(4, 2), .width_bits = 2},
               {"-15", "0", "11"},
               {""},
               3},
              {1, 2}, 1e-12, {1, 1'000'000});
}

TEST(BoundFreeWorlds, AMeanHidesAPersonWithTwoRows) {
  expect_kept({"mean",
               24,
               2,
               {.scale = CodeScale::linear(1), .width_bits = 1},
               {"-1", "1"},
               {"a", "b"},
               3},
              {1, 2}, 1e-12, {1, 1000});
}

TEST(BoundFreeWorlds, ASumHidesEveryRow) {
  for (const Rational& epsilon : {Rational(2), Rational(8)})
    expect_kept({"sum",
                 epsilon,
                 1,
                 {.scale = CodeScale::linear(3), .width_bits = 2},
                 {"-7", "0", "1", "n/a", "5"},
                 {""},
                 epsilon == Rational(8) ? 5u : 4u},
                {1, 2}, 1e-12, {1, 1'000'000});
}

TEST(BoundFreeWorlds, ASumHidesAPersonWithTwoRows) {
  expect_kept({"sum",
               6,
               2,
               {.scale = CodeScale::linear(2), .width_bits = 1},
               {"-3", "1"},
               {"a", "b"},
               4},
              {1, 2}, 1e-12, {1, 1'000'000});
}

}  // namespace
}  // namespace selvage
