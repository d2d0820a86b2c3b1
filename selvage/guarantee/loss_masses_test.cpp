#include "selvage/guarantee/loss_masses.hpp"

#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(LossMasses, AMassIsTheLeastThatHoldsTheProbability) {
  const Rational unit = Rational::power_of_two(-kMassBits);
  EXPECT_EQ(mass_above(Rational(0)), Mass{0});
  EXPECT_EQ(mass_above(unit), Mass{1});
  EXPECT_EQ(mass_above(unit * Rational(1, 3)), Mass{1});
  EXPECT_EQ(mass_above(unit * Rational(4, 3)), Mass{2});
  EXPECT_EQ(mass_above(Rational(1)), kFullMass);
  const Rational third(1, 3);
  const Rational held = probability(mass_above(third));
  EXPECT_GE(held, third);
  EXPECT_LT(held - third, unit);
  bool sure = true;
  EXPECT_EQ(mass_above(exp(Interval(-1'000'000'000)), sure), Mass{1});
  EXPECT_TRUE(sure);
}

TEST(LossMasses, AMassOfAnIntervalIsSureIfBothEndsGiveIt) {
  const Rational unit = Rational::power_of_two(-kMassBits);
  const auto said = [&](const Rational& low, const Rational& high) {
    bool sure = true;
    const Mass mass =
        mass_above(hull(Interval(unit * low), Interval(unit * high)), sure);
    return std::pair(static_cast<std::int64_t>(mass), sure);
  };
  EXPECT_EQ(said(Rational(9, 4), Rational(11, 4)), std::pair(std::int64_t{3}, true));
  EXPECT_EQ(said(Rational(9, 4), 3), std::pair(std::int64_t{3}, true));
  EXPECT_EQ(said(2, Rational(5, 2)), std::pair(std::int64_t{3}, false));
  EXPECT_EQ(said(Rational(7, 4), Rational(9, 4)), std::pair(std::int64_t{3}, false));
  EXPECT_EQ(said(Rational(-1, 4), Rational(3, 4)), std::pair(std::int64_t{1}, true));
  EXPECT_EQ(said(Rational(-1, 4), Rational(5, 4)), std::pair(std::int64_t{2}, false));
  bool sure = false;  // stays so
  mass_above(Interval(Rational(1, 2)), sure);
  EXPECT_FALSE(sure);
}

// 2^120 - 1 and 2^121 exercise all limbs of a product and its carry.
TEST(LossMasses, ProductsAreExactUpToOneUnit) {
  for (const Mass a : {Mass{0}, Mass{1}, Mass{977}, kFullMass / 3, kFullMass - 1,
                       kFullMass, 2 * kFullMass})
    for (const Mass b :
         {Mass{0}, Mass{5}, kFullMass / 7, kFullMass - 1, kFullMass, 2 * kFullMass}) {
      const Rational exact = probability(a) * probability(b);
      const Rational rounded = probability(product_above(a, b));
      EXPECT_GE(rounded, exact);
      EXPECT_LT(rounded - exact, Rational::power_of_two(-kMassBits));
      const Rational down = probability(product_below(a, b));
      EXPECT_LE(down, exact);
      EXPECT_LT(exact - down, Rational::power_of_two(-kMassBits));
    }
}

TEST(LossMasses, ConvolutionIsTheSchoolbookSumRoundedUp) {
  std::vector<Mass> a, b;
  for (unsigned i = 1; i <= 37; ++i) a.push_back(kFullMass / (i * i + 3) + i);
  for (unsigned i = 1; i <= 11; ++i) b.push_back(kFullMass / (i * i * i + 1) + 7 * i);
  for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a), std::pair(a, a)}) {
    const auto got = x == y ? convolution_above(x, x) : convolution_above(x, y);
    ASSERT_EQ(got.size(), x.size() + y.size() - 1);
    for (std::size_t n = 0; n < got.size(); ++n) {
      Rational exact = 0;
      for (std::size_t i = 0; i <= n; ++i)
        if (i < x.size() && n - i < y.size())
          exact = exact + probability(x[i]) * probability(y[n - i]);
      EXPECT_EQ(got[n], mass_above(exact)) << n;
    }
  }
}

// The largest masses that are allowed do not run over into the next slot.
TEST(LossMasses, FullMassesDoNotWrapAround) {
  const std::vector<Mass> full{kFullMass, kFullMass};
  EXPECT_EQ(convolution_above(full, full),
            (std::vector<Mass>{kFullMass, 2 * kFullMass, kFullMass}));
}

}  // namespace
}  // namespace selvage
