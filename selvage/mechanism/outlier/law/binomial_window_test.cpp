#include "selvage/mechanism/outlier/law/binomial_window.hpp"

#include "selvage/mechanism/outlier/law/law_testing.hpp"

namespace selvage {
namespace {

// C(n, x) r^x (1-r)^(n-x) as fractions.
TEST(BinomialWindow, MassesAreBinomial) {
  const Rational rate = exact("0.3");
  BinomialWindow window(rate);
  EXPECT_EQ(window.at(0), 1);
  for (int n = 1; n <= 30; ++n) {
    window.add_person();
    Rational mass = 1;
    for (int i = 0; i < n; ++i) mass = mass * (Rational(1) - rate);
    for (int x = 0; x <= n; ++x) {
      EXPECT_NEAR(static_cast<double>(window.at(x)) / mass.to_double(), 1, 1e-14);
      mass = mass * Rational(n - x, x + 1) * rate / (Rational(1) - rate);
    }
    EXPECT_EQ(window.at(-1), 0);
    EXPECT_EQ(window.at(n + 1), 0);
  }
  EXPECT_EQ(window.lost(), 0);
}

TEST(BinomialWindow, WhatIsCutIsCounted) {
  BinomialWindow window(exact("0.1"));
  for (int n = 0; n < 3000; ++n) window.add_person();
  long double sum = 0;
  for (std::int64_t x = window.low(); x < window.high(); ++x) sum += window.at(x);
  EXPECT_NEAR(static_cast<double>(sum), 1, static_cast<double>(window.gamma()));
  EXPECT_GT(window.low(), 0);
  EXPECT_LT(window.high(), 1000);
  EXPECT_GT(window.lost(), 0);
  EXPECT_LT(window.lost(), 1e-40L);
  EXPECT_LT(window.gamma(), 1e-15L);
  BinomialWindow rare(exact("0.0001"));  // only its far end is ever cut
  for (int n = 0; n < 12; ++n) rare.add_person();
  EXPECT_EQ(rare.low(), 0);
  EXPECT_LT(rare.high(), 13);
  EXPECT_NEAR(static_cast<double>(rare.lost() / 2e-48L), 1, 1e-9);
}

}  // namespace
}  // namespace selvage
