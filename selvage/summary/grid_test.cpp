#include "selvage/summary/grid.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace selvage {
namespace {

Grid grid(const char* bounds, const Grid::Reach& reach = Grid::kSums) {
  const auto parsed = Grid::finest(bounds, reach);
  EXPECT_TRUE(parsed) << parsed.error().message;
  return *parsed;
}

Grid stepped(const char* bounds, const char* step) {
  const auto parsed = Grid::stepped(bounds, *Rational::parse(step));
  EXPECT_TRUE(parsed) << parsed.error().message;
  return *parsed;
}

std::string refusal(const char* bounds) {
  const auto parsed = Grid::finest(bounds, Grid::kSums);
  return parsed ? "taken" : parsed.error().message;
}

std::string refused_step(const char* bounds, const char* step) {
  const auto parsed = Grid::stepped(bounds, *Rational::parse(step));
  return parsed ? "taken" : parsed.error().message;
}

TEST(Grid, StepIsTheFinestPowerOfTenThatReachesTheBounds) {
  const auto step = [](const char* bounds, const Grid::Reach& reach = Grid::kSums) {
    return grid(bounds, reach).step();
  };
  EXPECT_EQ(step("0:1000"), *Rational::parse("1e-12"));
  EXPECT_EQ(step("0:200000"), *Rational::parse("1e-9"));
  EXPECT_EQ(step("-5:5"), *Rational::parse("1e-14"));
  EXPECT_EQ(step("0:1e-9"), *Rational::parse("1e-18"));
  EXPECT_EQ(step("0:1e24"), *Rational::parse("1e9"));
  EXPECT_EQ(step("0:1000", Grid::kSquares), *Rational::parse("1e-9"));
  // Far from 0, as the seconds of a day in our time are.
  EXPECT_EQ(step("1700000000:1700086400"), *Rational::parse("1e-7"));
  EXPECT_EQ(step("1700000000:1700086400", Grid::kSquares), Rational(1, 1000));
  EXPECT_FALSE(grid("0:1000").is_given());
  EXPECT_EQ(stepped("-7:12", "0.01").lowest(), -700);
  EXPECT_EQ(stepped("-7:12", "0.01").highest(), 1200);
  EXPECT_TRUE(stepped("-7:12", "0.01").is_given());
  EXPECT_FALSE(stepped("0:1000", "1e-12").is_given());
  EXPECT_EQ(grid("0.5:12").text(), "0.5:12");
}

// P5 of the list: with a thousand million steps and more, what has up to six decimals
// lies on the grid, and rounding changes nothing.
TEST(Grid, ValuesWithSixDecimalsAreNotRounded) {
  for (const char* bounds : {"0:1", "-1:1", "900:1100", "0:150000", "-1e6:1e6"}) {
    const Grid g = grid(bounds);
    const Rational per_million = Rational(1, 1'000'000) / g.step();
    ASSERT_TRUE(per_million.is_integer()) << bounds;
    std::mt19937_64 random(2);  // NOLINT: the same values in every run
    for (int i = 0; i < 1000; ++i) {
      const double part = static_cast<double>(random() % 1'000'001) / 1e6;
      const double low = g.lower_bound().to_double(),
                   high = g.upper_bound().to_double();
      const auto millionths = std::llround((low + (high - low) * part) * 1e6);
      const double value = static_cast<double>(millionths) / 1e6;
      EXPECT_EQ(Rational(*g.steps(value)), per_million * millionths) << bounds;
    }
  }
}

TEST(Grid, WrongStepsBecomeOneSentence) {
  EXPECT_EQ(refused_step("0:10", "0"),
            "the step 0 is not above 0; write a decimal such as 0.01");
  EXPECT_EQ(refused_step("0:10", "-1"),
            "the step -1 is not above 0; write a decimal such as 0.01");
  EXPECT_NE(refused_step("0:10", "1/3").find("has more than 18 decimals"),
            std::string::npos);
  EXPECT_NE(refused_step("0:1e6", "1e-15").find("is too fine for the bounds 0:1e6"),
            std::string::npos);
  EXPECT_NE(refused_step("0:1", "5").find("is too coarse for the bounds 0:1"),
            std::string::npos);
  EXPECT_NE(refused_step("0:1e24", "1234567890123456789.123").find("18 digits"),
            std::string::npos);
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
  EXPECT_NE(refusal("0:1e-19").find("less than a step"), std::string::npos);
}

TEST(Grid, RoundsHalfUpAndClampsExactly) {
  const Grid ones = stepped("0:1000", "1");
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
  const Grid wide = stepped("-1e9:1e9", "1000");
  EXPECT_EQ(wide.steps(std::int64_t{-1500}), -1);
  EXPECT_EQ(wide.steps(std::int64_t{-1501}), -2);
  EXPECT_EQ(wide.steps(-1500.0), -1);
  EXPECT_EQ(wide.steps(499.99), 0);
}

// Against the same rule in exact fractions, on values of all sizes, with steps of all
// kinds: one over a whole number, a whole number, neither.
TEST(Grid, AgreesWithExactFractions) {
  std::mt19937_64 random(1);  // NOLINT: the same values in every run
  std::vector<Grid> grids;
  for (const char* bounds :
       {"0:1", "-3:5", "0:200000", "-1e9:1e9", "0:1e-8", "7:1e18", "-1e24:1e24"})
    for (const auto& reach : {Grid::kSums, Grid::kSquares})
      grids.push_back(grid(bounds, reach));
  for (const auto& [bounds, step] : {std::pair("0:1000", "1"),
                                     {"-1e9:1e9", "1000"},
                                     {"0:10", "2.5"},
                                     {"-4:7", "0.75"},
                                     {"-1e24:1e24", "123456789012345678"},
                                     {"0:1e-9", "3e-18"},
                                     {"0:1", "1"}})
    grids.push_back(stepped(bounds, step));
  for (const Grid& g : grids)
    for (int i = 0; i < 20'000; ++i) {
      const int exponent = static_cast<int>(random() % 200) - 120;
      const auto mantissa =
          static_cast<std::int64_t>(random() >> 10) - (std::int64_t{1} << 53);
      const double value = std::ldexp(static_cast<double>(mantissa), exponent - 40);
      const auto steps = [&](const Rational& exact) {
        return std::clamp((exact / g.step() + Rational(1, 2)).floor(),
                          Rational(g.lowest()), Rational(g.highest()));
      };
      ASSERT_EQ(Rational(*g.steps(value)),
                steps(Rational(mantissa) * Rational::power_of_two(exponent - 40)))
          << g.text() << " by " << g.step().text() << ": " << value;
      const auto whole = static_cast<std::int64_t>(random()) >> (random() % 64);
      ASSERT_EQ(Rational(g.steps(whole)), steps(whole)) << g.text() << " " << whole;
    }
}

Rational code_of(const Rational& value, const Rational& step) {
  return std::clamp((value / step + Rational(1, 2)).floor(), Rational(-Grid::kMostCode),
                    Rational(Grid::kMostCode));
}

const std::vector<Rational>& code_steps() {
  static const std::vector<Rational> steps = {
      1,
      7,
      Rational(1, 3),
      Rational(22, 7),
      Rational(1'000'000'000'000'000'000, 1),
      Rational(1, 1'000'000'000'000'000'000),
      Rational(999'999'999'999'999'999, 1'000'000'000'000'000'000),
      Rational::power_of_two(-32),
      *Rational::parse("0.01"),
      *Rational::parse("1e-9")};
  return steps;
}

TEST(Grid, CodesReachSixtyBitsWithEveryStep) {
  const Grid ones = *Grid::codes(1);
  EXPECT_EQ(ones.lowest(), -1'152'921'504'606'846'975);
  EXPECT_EQ(ones.highest(), 1'152'921'504'606'846'975);
  EXPECT_TRUE(ones.is_finer_than_doubles());
  EXPECT_FALSE(grid("0:1000").is_finer_than_doubles());
  EXPECT_FALSE(grid("1700000000:1700086400").is_finer_than_doubles());
  EXPECT_TRUE(
      Grid::stepped("-1152921504606846975:1152921504606846975", 1, Grid::kCodes));
  EXPECT_FALSE(Grid::codes(0));
  EXPECT_FALSE(Grid::codes(-1));
  EXPECT_FALSE(Grid::codes(Rational(1, 1'000'000'000'000'000'001)));
  EXPECT_FALSE(Grid::codes(Rational(1'000'000'000'000'000'001, 2)));
}

// Values of all sizes, and some within a few last digits of what is rounded up and of
// the ends.
TEST(Grid, CodesAgreeWithExactFractions) {
  std::mt19937_64 random(4);  // NOLINT: the same values in every run
  for (const Rational& step : code_steps()) {
    const Grid g = *Grid::codes(step);
    const auto near = [&] {  // an end or a half, as a fraction
      const Rational place =
          random() % 3 == 0
              ? Rational(Grid::kMostCode)
              : Rational(static_cast<std::int64_t>(random() >> 4) >> (random() % 60)) +
                    Rational(1, 2);
      return (random() % 2 == 0 ? place : -place) * step;
    };
    for (int i = 0; i < 5000; ++i) {
      double value =
          std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                     static_cast<int>(random() % 300) - 200);
      if (i % 2 == 0) value = near().to_double();
      if (i % 4 == 0) value = std::nextafter(value, random() % 2 == 0 ? -1e300 : 1e300);
      ASSERT_EQ(Rational(*g.steps(value)), code_of(Rational::from_double(value), step))
          << value << " by " << step.text();
      auto whole = static_cast<std::int64_t>(random()) >> (random() % 64);
      if (const auto close = near().floor().to_int64(); close && i % 2 == 0)
        whole = *close + static_cast<std::int64_t>(random() % 3) - 1;
      ASSERT_EQ(Rational(g.steps(whole)), code_of(whole, step))
          << whole << " by " << step.text();
    }
    for (const double far : {1e30, 1e60, 1e300, std::numeric_limits<double>::max(),
                             std::numeric_limits<double>::infinity()}) {
      if (Rational(Grid::kMostCode) * step > *Rational::parse("1e30")) continue;
      EXPECT_EQ(g.steps(far), Grid::kMostCode);
      EXPECT_EQ(g.steps(-far), -Grid::kMostCode);
    }
    EXPECT_FALSE(g.steps(std::nan("")));
    EXPECT_EQ(g.steps(-0.0), 0);
  }
}

// The digits decide, not the double nearest to them.
TEST(Grid, CodesOfTextAreThoseOfItsDigits) {
  const Grid fine = *Grid::codes(*Rational::parse("1e-18"));
  EXPECT_EQ(fine.steps_of_text("0.1"), 100'000'000'000'000'000);
  EXPECT_EQ(fine.steps(0.1), 100'000'000'000'000'006);
  EXPECT_EQ(fine.steps_of_text(" +1e-18 "), 1);
  EXPECT_EQ(fine.steps_of_text("0.0000000000000000004999999999999999999999"), 0);
  EXPECT_EQ(fine.steps_of_text("0.0000000000000000005"), 1);
  EXPECT_EQ(fine.steps_of_text("-0.0000000000000000005"), 0);
  const Grid ones = *Grid::codes(1);
  EXPECT_EQ(ones.steps_of_text("1152921504606846974"), 1'152'921'504'606'846'974);
  EXPECT_EQ(ones.steps_of_text("-1152921504606846974.5"), -1'152'921'504'606'846'974);
  EXPECT_EQ(ones.steps_of_text("99999999999999999999"), Grid::kMostCode);
  EXPECT_EQ(ones.steps_of_text("-1e400"), -Grid::kMostCode);
  EXPECT_EQ(ones.steps_of_text("-inf"), -Grid::kMostCode);
  EXPECT_EQ(ones.steps_of_text("1e-400"), 0);
  EXPECT_EQ(ones.steps_of_text("000.000e5"), 0);
  EXPECT_EQ(ones.steps_of_text("7e000000000002"), 700);
  for (const char* none : {"", " ", "nan", "1,5", "0x10", "e5", "1e", "--1", "+-1"})
    EXPECT_FALSE(ones.steps_of_text(none)) << none;
  // Where doubles suffice nothing is different.
  EXPECT_EQ(grid("0:1").steps_of_text("0.30"), grid("0:1").steps(0.3));

  std::mt19937_64 random(5);  // NOLINT
  for (const Rational& step : code_steps()) {
    const Grid g = *Grid::codes(step);
    for (int i = 0; i < 3000; ++i) {
      std::string text = random() % 2 == 0 ? "-" : "";
      for (std::size_t left = random() % 22 + 1; left > 0; --left)
        text += static_cast<char>('0' + random() % 10);
      if (random() % 2 == 0) text.insert(text.size() - random() % text.size(), ".");
      if (random() % 3 == 0)
        text += "e" + std::to_string(static_cast<int>(random() % 44) - 25);
      ASSERT_EQ(Rational(*g.steps_of_text(text)), code_of(*Rational::parse(text), step))
          << text << " by " << step.text();
    }
  }
}

}  // namespace
}  // namespace selvage
