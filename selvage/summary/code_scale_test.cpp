#include "selvage/summary/code_scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "selvage/summary/grid.hpp"

namespace selvage {
namespace {

// All codes of small scales: a decode that is off by one, or places that are not in the
// order of their codes, fail here.
TEST(CodeScale, PlacesAreInTheOrderOfTheirCodesAndKeepTheirFirstBits) {
  for (int exponent = 1; exponent <= 10; ++exponent)
    for (int bits = 1; bits <= exponent; ++bits) {
      const CodeScale scale(exponent, bits);
      const std::int64_t most = scale.most();
      Int128 before = scale.code(-most) - 1;
      for (std::int64_t place = -most; place <= most; ++place) {
        const Int128 code = scale.code(place);
        EXPECT_GT(code, before) << exponent << ' ' << bits << ' ' << place;
        before = code;
        EXPECT_EQ(scale.nearest(code), place);
        EXPECT_EQ(scale.value(place), Rational(static_cast<std::int64_t>(code)));
        EXPECT_EQ(scale.nearest(scale.value(place)), place);
        EXPECT_EQ(scale.below(scale.value(place)), place);
        EXPECT_EQ(scale.above(scale.value(place)), place);
      }
      EXPECT_LT(before, Int128{1} << exponent);
      EXPECT_EQ(scale.nearest(Int128{1} << exponent), most);
      EXPECT_EQ(scale.nearest(Rational(-5) * Rational::power_of_two(exponent)), -most);
      // Every code lies within half of what its octave leaves out.
      for (Int128 code = 0; code < Int128{1} << exponent; ++code) {
        const std::int64_t place = scale.nearest(code);
        for (const std::int64_t other : {place - 1, place + 1}) {
          if (other > most) continue;
          const Int128 near = scale.code(place) - code, far = scale.code(other) - code;
          EXPECT_LE(near < 0 ? -near : near, far < 0 ? -far : far);
        }
        EXPECT_EQ(scale.nearest(-code), -place);
        EXPECT_EQ(scale.nearest(Rational(static_cast<std::int64_t>(code))), place);
        EXPECT_LE(scale.code(scale.below(Rational(static_cast<std::int64_t>(code)))),
                  code);
      }
    }
}

TEST(CodeScale, TheScalesOfTypesReachWhatTheySay) {
  EXPECT_EQ(CodeScale::narrow().most(), (std::int64_t{1} << 62) - 1);
  EXPECT_TRUE(CodeScale::narrow().is_linear());
  for (const CodeScale& scale :
       {CodeScale::unsigned_64(), CodeScale::wide(), CodeScale::reals()}) {
    EXPECT_LT(scale.most(), std::int64_t{1} << 62);
    EXPECT_LT(scale.value(scale.most()), Rational::power_of_two(scale.exponent()));
    EXPECT_GE(scale.value(scale.most()),
              Rational::power_of_two(scale.exponent()) *
                  (Rational(1) - Rational::power_of_two(-scale.bits())));
    // Below 2^bits nothing is rounded.
    const Int128 last = (Int128{1} << scale.bits()) - 1;
    EXPECT_EQ(scale.code(scale.nearest(last)), last);
  }
  EXPECT_EQ(CodeScale::wide().code(CodeScale::wide().nearest(Int128{3} << 120)),
            Int128{3} << 120);
}

// The grid's fast way over the bits of a double against the definition.
TEST(CodeScale, ADoubleHasThePlaceOfItsNearestStep) {
  const CodeScale scale = CodeScale::reals();
  for (const int halvings : {1, 10, 32, 95}) {
    const Rational step = Rational::power_of_two(-halvings);
    const Grid grid = *Grid::places(step, scale);
    const auto check = [&](double value) {
      const Rational exact = Rational::from_double(value) / step;
      EXPECT_EQ(grid.steps(value), scale.nearest(exact)) << value << ' ' << halvings;
      EXPECT_EQ(grid.steps(-value), scale.nearest(-exact)) << value << ' ' << halvings;
    };
    std::mt19937_64 random(250);
    std::uniform_int_distribution<int> exponents(-140, 130);
    for (int i = 0; i < 20'000; ++i)
      check(std::ldexp(static_cast<double>(random() >> 11), exponents(random)));
    for (int exponent = -130; exponent <= 130; ++exponent)
      for (const double around : {1.0, 1.5, std::nextafter(1.0, 0.0),
                                  std::nextafter(1.0, 2.0), 0.5 + 0x1p-30})
        check(std::ldexp(around, exponent));
    check(0.0);
    check(std::numeric_limits<double>::denorm_min());
    check(0.49999999999999994);
    check(std::numeric_limits<double>::max());
    EXPECT_EQ(grid.steps(std::numeric_limits<double>::infinity()), scale.most());
    EXPECT_EQ(grid.steps(-std::numeric_limits<double>::infinity()), -scale.most());
    EXPECT_EQ(grid.steps(std::nan("")), std::nullopt);
    EXPECT_EQ(grid.steps_of_text("-1e400"), -scale.most());
  }
  const Grid usual = *Grid::places(Rational::power_of_two(-32), scale);
  EXPECT_EQ(usual.steps(37.0), 158913789952);
  EXPECT_EQ(usual.steps(std::int64_t{37}), 158913789952);
  EXPECT_EQ(usual.steps_of_text("37.5"), 161061273600);
  EXPECT_EQ(usual.steps(std::int64_t{1} << 62), scale.nearest(Int128{1} << 94));
}

TEST(CodeScale, WholeNumbersOf128BitsHaveThePlaceOfTheirNearestStep) {
  for (const CodeScale& scale : {CodeScale::wide(), CodeScale::unsigned_64()})
    for (const char* step_text : {"1", "0.01", "1e-18", "1000"}) {
      const Rational step = *Rational::parse(step_text);
      const Grid grid = *Grid::places(step, scale);
      for (const char* text :
           {"0", "7", "-7.005", "123456789012345678901234567890",
            "18446744073709551615", "-170141183460469231731687303715884105727", "1e18",
            "99999999999999999999.999999999999999999", "72057594037927937",
            "1152921504606846976", "1152921504606846975.5", "0.5", "-0.5"}) {
        const auto exact = *Rational::parse(text);
        EXPECT_EQ(grid.steps_of_text(text), scale.nearest(exact / step))
            << text << ' ' << step_text;
        const double real = exact.to_double();
        EXPECT_EQ(grid.steps(real), scale.nearest(Rational::from_double(real) / step))
            << text << ' ' << step_text;
        if (const auto whole = exact.to_int64()) {
          EXPECT_EQ(grid.steps(*whole), scale.nearest(exact / step)) << text;
        }
      }
    }
}

TEST(CodeScale, RefusesStepsThatItsScaleHasNot) {
  for (const char* text : {"0.01", "1", "2", "1/3"})
    EXPECT_FALSE(Grid::places(*Rational::parse(text), CodeScale::reals())) << text;
  EXPECT_FALSE(Grid::places(Rational::power_of_two(-96), CodeScale::reals()));
  EXPECT_FALSE(Grid::places(Rational(0), CodeScale::wide()));
}

TEST(CodeScale, FewDecimalsNameAPlace) {
  const Rational unit = Rational::power_of_two(-32);
  const CodeScale scale = CodeScale::reals();
  const Grid grid = *Grid::places(unit, scale);
  for (const char* text : {"54312", "1234.56", "-0.1", "0.000000001", "3.14159265",
                           "1e15", "123456789.25", "2097152.0000001", "0"})
    EXPECT_EQ(short_decimal(scale, unit, *grid.steps_of_text(text)),
              *Rational::parse(text))
        << text;
  std::mt19937_64 random(251);
  std::uniform_int_distribution<std::int64_t> places(-scale.most(), scale.most());
  for (int i = 0; i < 3000; ++i) {
    const std::int64_t place = i % 2 == 0 ? places(random) : places(random) >> (i % 60);
    EXPECT_EQ(scale.nearest(short_decimal(scale, unit, place) / unit), place);
  }
}

}  // namespace
}  // namespace selvage
