#include "selvage/one_sided/drop_curves.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace selvage {
namespace {

Rational told(const char* text) { return *Rational::parse(text); }
const Rational kSmall = Rational::power_of_two(-20);

// All by formulas in multiple precision, by another program.
TEST(DropCurves, LeastDeltaIsThatOfTheTruncatedLaplaceLaw) {
  const struct {
    const char* epsilon;
    std::int64_t points;
    double delta;
  } cases[] = {{"1", 28, 7.1440093798364e-07},
               {"1", 29, 3.84263859719985e-07},
               {"0.5", 51, 9.12729478501497e-07},
               {"0.1", 219, 9.2215954609486e-07},
               {"2", 3, 0.106506978919201},
               {"1", 1, 1},
               {"1", 2, 0.5},
               {"1", 3, 0.211941557617085}};
  for (const auto& [epsilon, points, delta] : cases)
    EXPECT_NEAR(least_delta(told(epsilon), points).middle(), delta, 1e-9 * delta);
}

TEST(DropCurves, LeastPointsAreThoseOfTheTable) {
  const struct {
    const char* epsilon;
    Rational delta;
    std::int64_t points;
  } cases[] = {{"0.1", kSmall, 219},
               {"0.5", kSmall, 51},
               {"1", kSmall, 28},
               {"2", kSmall, 15},
               {"4", kSmall, 9},
               {"1", told("1e-9"), 41},
               {"0.01", told("1e-6"), 1705},
               {"10", told("1e-6"), 5},
               {"0.2", kSmall / 2, 124},
               {"0.8", kSmall / 2, 35},
               {"0.5", told("1e-3"), 24}};
  for (const auto& [epsilon, delta, points] : cases)
    EXPECT_EQ(least_points(told(epsilon), delta), points) << epsilon;
}

TEST(DropCurves, TheCurveAtOtherEpsilons) {
  const struct {
    std::int64_t points;
    const char* at;
    double delta;
  } cases[] = {{28, "0", 0.316060542227697},   {28, "0.5", 0.196735103449756},
               {28, "1", 7.1440093798364e-07}, {29, "0", 0.462117363948947},
               {29, "0.5", 0.28764941037566},  {29, "1", 3.84263859719985e-07},
               {29, "3", 3.84263859719985e-07}};
  for (const auto& [points, at, delta] : cases)
    EXPECT_NEAR(delta_curve(1, points, told(at)).middle(), delta, 1e-9 * delta);
}

TEST(DropCurves, SeveralBarsOfOnePerson) {
  const struct {
    std::int64_t bars;
    const char* at;
    double delta;
  } cases[] = {{2, "1", 0.337835221039322},
               {2, "2", 7.68527571803901e-07},
               {3, "1", 0.337835475485316},
               {5, "2", 0.441212511889972},
               {1, "1", 3.84263859719985e-07}};
  for (const auto& [bars, at, delta] : cases)
    EXPECT_NEAR(delta_of_bars(1, 29, bars, told(at)).middle(), delta, 1e-9 * delta);
}

// To keep (1, 2^-20) for somebody who is replaced.
TEST(DropCurves, AReplacedPersonIsTwoBars) {
  const Rational half(1, 2);
  std::int64_t points = 2;
  while (substitution_delta(half, points).upper() > kSmall) ++points;
  EXPECT_EQ(points, 54);
  EXPECT_NEAR(substitution_delta(half, 54).middle(), 8.8937134214353e-07, 1e-15);
  // Twice the group bound (1 + e) d0 would take one point more.
  EXPECT_GT(least_delta(half, 54).middle() * (1 + std::exp(0.5)), kSmall.to_double());
}

// A noisy size first and then a width that follows from it: both are paid for.
TEST(DropCurves, ANoisySizeAndItsWidthArePaidFor) {
  const double both = 1 - (1 - least_delta(told("0.2"), 124).middle()) *
                              (1 - least_delta(told("0.8"), 35).middle());
  EXPECT_NEAR(both, 9.27260293548393e-07, 1e-15);
}

TEST(DropCurves, RowsInOneBarMultiplyDelta) {
  EXPECT_NEAR(growth_of_delta(1, 3).middle(), 1 + std::exp(1.0) + std::exp(2.0), 1e-9);
  EXPECT_EQ(growth_of_delta(1, 0).upper(), 0);
}

}  // namespace
}  // namespace selvage
