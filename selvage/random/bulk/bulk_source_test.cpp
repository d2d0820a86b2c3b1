// The source for experiments: whatever sampler it takes, the law is the same. Fixed
// seeds, false-alarm rate 1e-9, and a scale 1 % off is found.
#include "selvage/random/bulk/bulk_source.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/outcome/chi_square.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMany = 1 << 22;

TEST(BulkSource, LaplaceFitsByEverySampler) {
  // Bytes, floats, digits; and floats for few draws, where no table pays.
  for (const Rational& scale :
       {Rational(1, 2), Rational(9, 4), Rational(15), Rational(30)})
    for (const std::size_t batch : {kMany, std::size_t{1000}}) {
      BulkSource source(21);
      std::vector<std::int64_t> sample(kMany);
      for (std::size_t i = 0; i < kMany; i += batch)
        source.discrete_laplace(
            std::span(sample).subspan(i, std::min(batch, kMany - i)), scale);
      EXPECT_LT(chi_square(sample, Draw::laplace(scale)), kChiSquareCritical)
          << scale.text();
      EXPECT_GT(chi_square(sample, Draw::laplace(scale * Rational(101, 100))),
                kChiSquareCritical)
          << scale.text();
    }
}

TEST(BulkSource, GeometricFitsByEverySampler) {
  for (const Rational& scale :
       {Rational(1, 2), Rational(9, 4), Rational(15), Rational(30)}) {
    BulkSource source(22);
    std::vector<std::int64_t> sample(kMany);
    source.geometric(sample, scale);
    EXPECT_LT(chi_square(sample, Draw::geometric(scale)), kChiSquareCritical)
        << scale.text();
  }
}

TEST(BulkSource, WideNoiseHasItsMeanAndVariance) {
  BulkSource source(23);
  std::vector<std::int64_t> sample(1 << 20);
  source.discrete_laplace(sample, 1'000'000);
  double sum = 0, squares = 0;
  for (const std::int64_t z : sample) {
    sum += static_cast<double>(z) / 1e6;
    squares += static_cast<double>(z) / 1e6 * static_cast<double>(z) / 1e6;
  }
  const double n = 1 << 20;  // variance 2, fourth moment 24
  EXPECT_LT(std::abs(sum / n), 6.2 * std::sqrt(2 / n));
  EXPECT_LT(std::abs(squares / n - 2), 6.2 * std::sqrt(20 / n));
}

TEST(BulkSource, GaussianFitsByBothSamplers) {
  for (const std::size_t batch : {kMany, std::size_t{1000}}) {
    BulkSource source(24);
    std::vector<std::int64_t> sample(kMany);
    for (std::size_t i = 0; i < kMany; i += batch)
      source.discrete_gaussian(std::span(sample).subspan(i, std::min(batch, kMany - i)),
                               9);
    EXPECT_LT(chi_square(sample, Draw::gaussian(9)), kChiSquareCritical);
    EXPECT_GT(chi_square(sample, Draw::gaussian(Rational(918, 100))),
              kChiSquareCritical);
  }
}

TEST(BulkSource, FollowsAChangeOfParameters) {
  BulkSource source(25);
  std::vector<std::int64_t> sample(1 << 17);
  const auto mean_size = [&] {
    double sum = 0;
    for (const std::int64_t z : sample) sum += std::abs(static_cast<double>(z));
    return sum / static_cast<double>(sample.size());
  };
  source.discrete_laplace(sample, 1);
  EXPECT_NEAR(mean_size(), 0.851, 0.02);
  source.geometric(sample, 1);
  EXPECT_NEAR(mean_size(), 0.582, 0.02);
  source.discrete_laplace(sample, 2);
  EXPECT_NEAR(mean_size(), 1.919, 0.04);
  source.discrete_gaussian(sample, 9);
  EXPECT_NEAR(mean_size(), 2.39, 0.05);
  source.discrete_laplace(sample, 1000);
  EXPECT_NEAR(mean_size(), 1000, 20);
  EXPECT_DEATH(source.discrete_laplace(sample, 0), "");
  EXPECT_DEATH(source.discrete_gaussian(sample, -1), "");
}

}  // namespace
}  // namespace selvage
