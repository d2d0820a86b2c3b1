// The shipped run behind a reader, on all small tables, through the outcome tree: two
// half-spaces that both count a row.
#include "selvage/mechanism/half_space/half_space_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

TEST(HalfSpaceWorlds, KeepsItsEpsilonAndNoLess) {
  const auto mechanism = made_half_spaces({"x >= 1", "x <= 2"}, "x=0:3:1", Rational(4));
  verify::WorldLaws laws({mechanism.get()}, 1e-6);
  verify::SmallTable rows;
  for (const char* value : {"0", "1", "2"}) rows.push_back({"", {value}});
  const verify::SmallWorld world{rows, 2};
  const auto excess = verify::excess_of(laws, world, *mechanism);
  EXPECT_LE(excess.certain, Rational(0));
  EXPECT_LE(excess.upper, Rational(1, 1000));
  EXPECT_GT(verify::excess_of(laws, world, *mechanism, 0, Rational(9, 10)).certain,
            Rational(0));
}

}  // namespace
}  // namespace selvage
