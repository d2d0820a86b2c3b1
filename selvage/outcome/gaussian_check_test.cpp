#include "selvage/outcome/gaussian_check.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(GaussianCheck, ConfirmsTheShippedSamplerAndNoOther) {
  for (const FilterKernel& kernel : filter_kernels())
    for (const Rational& variance : {Rational(1, 50), Rational(1), Rational(27, 2),
                                     Rational(1'000'000), Rational::power_of_two(50)})
      EXPECT_TRUE(gaussian_sampler_is_exact(variance, kernel)) << variance.text();
  FilterKernel wrong = filter_kernels()[0];
  wrong.judge = [](const JudgeBatch& batch) {
    JudgeBatch off = batch;
    off.half_precision *= 1 + 0x1p-34;
    filter_kernels()[0].judge(off);
  };
  EXPECT_FALSE(gaussian_sampler_is_exact(100, wrong));
  wrong.judge = [](const JudgeBatch& batch) {  // small coins accept everything
    filter_kernels()[0].judge(batch);
    for (std::size_t i = 0; i < batch.count; ++i)
      if (batch.coins[i] >> 41 == 0) {
        batch.accepted[i / 64] |= std::uint64_t{1} << (i % 64);
        batch.open[i / 64] &= ~(std::uint64_t{1} << (i % 64));
      }
  };
  for (const Rational& variance : {Rational(1), Rational(100), Rational(1'000'000)})
    EXPECT_FALSE(gaussian_sampler_is_exact(variance, wrong)) << variance.text();
}

}  // namespace
}  // namespace selvage
