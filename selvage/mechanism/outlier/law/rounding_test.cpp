#include "selvage/mechanism/outlier/law/rounding.hpp"

#include <cmath>

#include "selvage/mechanism/outlier/law/law_testing.hpp"

namespace selvage {
namespace {

TEST(LawRounding, GoesToTheSideThatIsAsked) {
  const Interval third(Rational(1, 3));
  EXPECT_LT(rounded_down(third), rounded_up(third));
  EXPECT_EQ(std::nextafter(rounded_down(third), 1.0L), rounded_up(third));
  EXPECT_NEAR(static_cast<double>(nearest(third) * 3), 1, 1e-16);
  EXPECT_EQ(rounded_up(Interval(7)), 7);
  EXPECT_EQ(rounded_down(Interval(7)), 7);
}

TEST(LawRounding, BetweenHoldsNumbersThatAreNoDoubles) {
  const long double odd = 1 + std::numeric_limits<long double>::epsilon();
  const Interval bounds = between(odd, odd);
  EXPECT_EQ(bounds.lower(), Rational(1));
  EXPECT_EQ(bounds.upper(), Rational::from_double(std::nextafter(1.0, 2.0)));
  EXPECT_GT(between(0, 1e-4900L).upper().sign(), 0);
  EXPECT_EQ(between(0.25L, 0.5L).lower(), Rational(1, 4));
  EXPECT_EQ(between(0.25L, 0.5L).upper(), Rational(1, 2));
}

}  // namespace
}  // namespace selvage
