#include "selvage/average_case/histogram_loss.hpp"
#include "selvage/base/number_testing.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(HistogramLoss, AgreesWithTheVectorsOfTheSpecification) {
  const Rational fifth(1, 5);
  EXPECT_NEAR(mean_noise(1).middle(), 1.919034751334944, 1e-9);  // T6
  EXPECT_NEAR(noise_variance(1).middle(), 7.835396178065528, 1e-9);
  EXPECT_NEAR(noise_mass(1, 0).middle(), 0.2449186624037091, 1e-9);
  EXPECT_NEAR(noise_mass(1, -1).middle(), 0.1485506778836574, 1e-9);
  EXPECT_NEAR(mean_noise(fifth).middle(), 9.98335275729611, 1e-9);  // T7
  EXPECT_NEAR(noise_variance(fifth).middle(), 199.8334166336095, 1e-9);
  EXPECT_NEAR((mean_noise(fifth) * Interval(Rational(25, 500))).middle(),
              0.4991676378648055, 1e-9);
  EXPECT_NEAR(mean_noise_difference(1).middle(), 2.936108921854736, 1e-9);  // T8
  EXPECT_NEAR(mean_noise_difference(Rational(1, 2)).middle(), 5.968560256979719, 1e-9);
  EXPECT_NEAR(mean_noise_difference(number("0.3")).middle(), 9.9812082492441, 1e-9);
  EXPECT_NEAR(mean_noise_difference(fifth).middle(), 14.98748755766563, 1e-9);
  EXPECT_NEAR(per_table_constant(4).middle(), 0.09957413673572789, 1e-9);  // T21
}

void expect_bound(std::int64_t cells, std::int64_t people, const char* alpha,
                  double least, std::int64_t moved) {
  const LossBound bound = minimax_loss(cells, people, number(alpha));
  EXPECT_NEAR(bound.least.middle(), least, 1e-9);
  EXPECT_EQ(bound.moved, moved);
}

TEST(HistogramLoss, TheMinimaxLineAgreesToo) {  // T9
  expect_bound(25, 500, "1", 0.01290918822575977, 1);
  expect_bound(25, 500, "0.2", 0.06666486235228292, 6);
  expect_bound(400, 8000, "0.2", 0.06926895853791897, 6);
  expect_bound(400, 500, "0.2", 0.401312339887548, 2);
  expect_bound(2, 1000, "0.1", 0.002784145220446738, 13);
}

// Item 1: the paper's line 4/27 (k - 1)/(alpha n) claims what cannot be: a loss beyond
// 2, and one that Laplace noise stays below.
TEST(HistogramLoss, ThePapersLowerBoundIsNone) {
  const Rational paper = Rational(4, 27) * 99'999 / (number("0.1") * 10);
  EXPECT_GT(paper, 14'000);
  EXPECT_LE(minimax_loss(100'000, 10, number("0.1")).least.upper(), 2);
  const Rational claimed = Rational(4, 27) * 24 / 12;
  EXPECT_LT((Interval(25) * mean_noise(12)).upper(), claimed);
  EXPECT_LE(minimax_loss(25, 500, 12).least.upper(),
            (Interval(Rational(25, 500)) * mean_noise(12)).upper());
}

// Item 6: two cells of 300 and 200 people at alpha 0.2. The step of the projection is
// |Z1 + Z2|/n, which is as large as |Z1 - Z2|/n on average: 0.02997 and not r/n.
TEST(HistogramLoss, TheProjectionStepIsNotRByN) {
  const Interval step =
      mean_noise_difference(Rational(1, 5)) * Interval(Rational(1, 500));
  EXPECT_NEAR(step.middle(), 0.02997497511533126, 1e-9);
  EXPECT_GT(step.lower(), Rational(2, 500) * 7);
}

}  // namespace
}  // namespace selvage
