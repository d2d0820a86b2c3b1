#include "selvage/average_case/data_scale.hpp"
#include "selvage/base/number_testing.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace selvage {
namespace {

void expect_eta(const char* alpha, const char* beta, const char* c, double wanted) {
  EXPECT_NEAR(scale_eta(number(alpha), number(beta), number(c)).middle(), wanted,
              wanted * 1e-9);
}

TEST(DataScale, AgreesWithTheVectorsOfTheSpecification) {
  expect_eta("0.5", "0.05", "0.5", 5.349637456860188e-7);  // T10
  expect_eta("1", "0.1", "1", 1.364829868787328e-6);
  expect_eta("1", "0.01", "0.2", 4.189296903259208e-12);
  expect_eta("0.5", "0.025", "0.25", 2.364394933447393e-7);
  expect_eta("4", "4", "4", 0.7869492047073258);
  EXPECT_NEAR(largest_beta(number("0.5"), number("0.5"), number("1e-9")).to_double(),
              0.03159741260506911, 1e-11);  // T11
  EXPECT_NEAR(largest_beta(1, 1, number("1e-9")).to_double(), 0.05984786814177689,
              1e-11);
  const std::vector<std::int64_t> w = {1, 2, 3, 4, 5, 6, 8, 10};  // T17
  EXPECT_NEAR(smooth_order_statistic(w, 6, number("0.25"), 100).middle(),
              47.23665527410147, 1e-9);
  EXPECT_NEAR(smooth_order_statistic(w, 6, 1, 100).middle(), 6, 1e-9);
}

// The formula is the divergence itself: numerically, over the wider law's tails.
TEST(DataScale, EtaIsTheDivergence) {
  const double alpha = 1, beta = 0.5, c = 0.7, narrow = std::exp(-beta);
  const double shift = alpha * narrow;
  double sum = 0;
  const double step = 1e-3;
  for (double z = -60; z < 60; z += step) {
    const double x = z + step / 2;
    const double p = std::exp(-std::fabs(x)) / 2,
                 q = std::exp(-std::fabs(x - shift) / narrow) / (2 * narrow);
    sum += std::max(0.0, p - std::exp(alpha + c) * q) * step;
  }
  EXPECT_NEAR(scale_eta(1, number("0.5"), number("0.7")).middle(), sum, 1e-5);
}

// Item 11: exp(-alpha/(2 beta)) is too small where beta is large.
TEST(DataScale, ThePapersEtaIsTooSmall) {
  EXPECT_GT(scale_eta(4, 4, 4).lower(), exp(Interval(Rational(-1, 2))).upper());
}

// A condition on one side does not do. The other scale is exp(3) times
// as large, and near the centre the two are told apart.
TEST(DataScale, AOneSidedConditionFailsItsAudit) {
  const Interval found = wider_divergence(1, Rational(1, 2), exp(Interval(3)));
  EXPECT_NEAR(found.middle(), 0.608491686658, 1e-11);
  EXPECT_GT(found.lower(), exp(Interval(-Rational(1, 2) / 2)).upper() - Rational(1, 4));
}

// One replaced row moves the smooth statistic by a factor of at most exp(beta), and one
// that is not smooth by any factor.
TEST(DataScale, OneRowMovesTheSmoothStatisticByLittle) {
  std::uint64_t state = 7;
  const auto draw = [&](std::int64_t below) {
    state = state * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    return static_cast<std::int64_t>((state >> 33) % static_cast<std::uint64_t>(below));
  };
  const Rational beta(1, 4);
  double largest = 0, unsmooth = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<std::int64_t> w;
    for (int i = 0; i < 8; ++i) w.push_back(1 + (draw(2) == 0 ? draw(5) : draw(1000)));
    auto other = w;
    other[static_cast<std::size_t>(draw(8))] = 1 + draw(1000);
    std::sort(w.begin(), w.end());
    std::sort(other.begin(), other.end());
    const auto rank = 1 + draw(8);
    const double a = smooth_order_statistic(w, rank, beta, 1000).middle(),
                 b = smooth_order_statistic(other, rank, beta, 1000).middle();
    largest = std::max(largest, std::fabs(std::log(a / b)));
    const auto at = static_cast<std::size_t>(rank - 1);
    unsmooth = std::max(unsmooth, std::fabs(std::log(static_cast<double>(w[at]) /
                                                     static_cast<double>(other[at]))));
  }
  EXPECT_LE(largest, 0.25 + 1e-9);
  EXPECT_GT(largest, 0.2);
  EXPECT_GT(unsmooth, 1);
}

}  // namespace
}  // namespace selvage
