#include "selvage/summary/grid.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace selvage {
namespace {

Grid grid(const char* bounds, std::int64_t most = 1'000'000) {
  const auto parsed = Grid::parse(bounds, most);
  EXPECT_TRUE(parsed) << parsed.error().message;
  return *parsed;
}

std::string refusal(const char* bounds) {
  const auto parsed = Grid::parse(bounds, 1'000'000);
  return parsed ? "taken" : parsed.error().message;
}

TEST(Grid, StepIsAPowerOfTenThatFitsTheBounds) {
  EXPECT_EQ(grid("0:200000").step(), Rational(1));
  EXPECT_EQ(grid("0:10000").step(), Rational(1));
  EXPECT_EQ(grid("0:999").step(), Rational(1, 10));
  EXPECT_EQ(grid("0:1").step(), Rational(1, 1000));
  EXPECT_EQ(grid("-5:5").step(), Rational(1, 1000));
  EXPECT_EQ(grid("0:1e-9").step(), *Rational::parse("1e-12"));
  EXPECT_EQ(grid("0:1e9").step(), Rational(1000));
  EXPECT_EQ(grid("0:200000", 1 << 14).step(), Rational(100));
  EXPECT_EQ(grid("-7:12").lowest(), -700);
  EXPECT_EQ(grid("-7:12").highest(), 1200);
  EXPECT_EQ(grid("0.5:12").text(), "0.5:12");
}

TEST(Grid, WrongBoundsBecomeOneSentence) {
  EXPECT_EQ(refusal("10:0"),
            "'10:0': the lower bound 10 is not below the upper 0; write LO:HI, "
            "for example 0:10000");
  EXPECT_EQ(refusal("5"), "'5': there is no colon; write LO:HI, for example 0:10000");
  EXPECT_EQ(refusal("0:x"),
            "'0:x': 'x' is not a number; write LO:HI, for example 0:10000");
  EXPECT_NE(refusal("0:1e30").find("too large to be summed"), std::string::npos);
  EXPECT_NE(refusal("0:inf"), "taken");
  EXPECT_NE(refusal("1e9:1000000001").find("less than a step"), std::string::npos);
}

TEST(Grid, RoundsHalfUpAndClampsExactly) {
  const Grid ones = grid("0:1000");
  EXPECT_EQ(ones.step(), Rational(1));
  EXPECT_EQ(ones.steps(0.49999999999999994), 0);  // where floor(x + 0.5) says 1
  EXPECT_EQ(ones.steps(0.5), 1);
  EXPECT_EQ(ones.steps(1.5), 2);
  EXPECT_EQ(ones.steps(2.5), 3);
  EXPECT_EQ(ones.steps(-0.5), 0);
  EXPECT_EQ(ones.steps(-3.0), 0);
  EXPECT_EQ(ones.steps(1e300), 1000);
  EXPECT_EQ(ones.steps(std::numeric_limits<double>::infinity()), 1000);
  EXPECT_EQ(ones.steps(-std::numeric_limits<double>::infinity()), 0);
  EXPECT_EQ(ones.steps(5e-324), 0);
  EXPECT_FALSE(ones.steps(std::nan("")));
  EXPECT_EQ(ones.steps(std::int64_t{7}), 7);
  EXPECT_EQ(ones.steps(std::numeric_limits<std::int64_t>::max()), 1000);
  EXPECT_EQ(ones.steps(std::numeric_limits<std::int64_t>::min()), 0);
  const Grid wide = grid("-1e9:1e9");  // steps of 1000
  EXPECT_EQ(wide.steps(std::int64_t{-1500}), -1);
  EXPECT_EQ(wide.steps(std::int64_t{-1501}), -2);
  EXPECT_EQ(wide.steps(-1500.0), -1);
  EXPECT_EQ(wide.steps(499.99), 0);
}

// Against the same rule in exact fractions, on values of all sizes.
TEST(Grid, AgreesWithExactFractions) {
  std::mt19937_64 random(1);  // NOLINT: the same values in every run
  for (const char* bounds :
       {"0:1", "-3:5", "0:200000", "-1e9:1e9", "0:1e-8", "7:1e18", "-1e24:1e24"}) {
    const Grid g = grid(bounds);
    for (int i = 0; i < 20'000; ++i) {
      const int exponent = static_cast<int>(random() % 200) - 120;
      const auto mantissa =
          static_cast<std::int64_t>(random() >> 10) - (std::int64_t{1} << 53);
      const double value = std::ldexp(static_cast<double>(mantissa), exponent - 40);
      const Rational exact =
          Rational(mantissa) * Rational::power_of_two(exponent - 40) / g.step();
      const Rational steps = std::clamp((exact + Rational(1, 2)).floor(),
                                        Rational(g.lowest()), Rational(g.highest()));
      ASSERT_EQ(Rational(*g.steps(value)), steps) << bounds << " " << value;
    }
  }
}

}  // namespace
}  // namespace selvage
