#include "selvage/base/interval.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

bool contains(const Interval& x, const Rational& value) {
  return x.lower() <= value && value <= x.upper();
}

TEST(Interval, AlwaysContainsTheExactResult) {
  for (int a = -9; a <= 9; ++a)
    for (int b = -9; b <= 9; ++b) {
      const Rational x(a, 7), y(b, 11);
      EXPECT_TRUE(contains(Interval(x) + Interval(y), x + y));
      EXPECT_TRUE(contains(Interval(x) - Interval(y), x - y));
      EXPECT_TRUE(contains(Interval(x) * Interval(y), x * y));
      if (b != 0) {
        EXPECT_TRUE(contains(Interval(x) / Interval(y), x / y));
      }
    }
}

// Vector: exp(-1) = 0.36787944117144232159552377016146086744581113103177...
TEST(Interval, ExponentialIsBracketedTightly) {
  const Interval e = exp(Interval(Rational(-1)));
  const Rational below = *Rational::parse("0.36787944117144232159552377016146086744");
  const Rational above = *Rational::parse("0.36787944117144232159552377016146086745");
  EXPECT_LE(below, e.lower());
  EXPECT_LE(e.upper(), above);
  EXPECT_LT(e.lower(), e.upper());
  EXPECT_TRUE(contains(log(e), Rational(-1)));
  EXPECT_TRUE(contains(expm1(Interval(Rational(0))), Rational(0)));
}

TEST(Interval, TextIsRoundedOutward) {
  const Interval third(Rational(1, 3));
  EXPECT_EQ(third.upper_text(3), "0.334");
  EXPECT_EQ(third.lower_text(3), "0.333");
  EXPECT_EQ(Interval(Rational(1, 4)).upper_text(3), "0.25");
  EXPECT_EQ(Interval(Rational(0)).upper_text(3), "0");
}

TEST(Interval, OrderIsClaimedOnlyWhenCertain) {
  const Interval third(Rational(1, 3));
  EXPECT_TRUE(surely_at_most(third, Interval(Rational(1, 2))));
  EXPECT_FALSE(surely_at_most(third, third));  // the endpoints differ
  EXPECT_EQ(positive_part(Interval(Rational(-2))).upper(), Rational(0));
  EXPECT_TRUE(
      contains(hull(Interval(Rational(1)), Interval(Rational(3))), Rational(2)));
}

}  // namespace
}  // namespace selvage
