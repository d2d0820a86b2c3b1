#include "selvage/outcome/laplace_check.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(LaplaceCheck, ConfirmsTheShippedSampler) {
  for (const FilterKernel& kernel : filter_kernels())
    for (const Rational& scale :
         {Rational(1, 40), Rational(1), Rational(2, 3), Rational(13, 4), Rational(10),
          Rational(1000), Rational(1'000'000), Rational::power_of_two(30)})
      EXPECT_EQ(laplace_sampler_is_exact(scale, kernel), true) << scale.text();
}

TEST(LaplaceCheck, SaysNothingBeyondTheFilter) {
  EXPECT_EQ(laplace_sampler_is_exact(Rational::power_of_two(30) + 1), std::nullopt);
}

// Samplers that differ little from the right one, each in its own way.
TEST(LaplaceCheck, FindsSamplersThatAreWrong) {
  FilterKernel wrong = filter_kernels()[0];
  const auto finds = [&](std::size_t (*filter)(const FilterBatch&)) {
    wrong.filter = filter;
    return laplace_sampler_is_exact(10, wrong) == std::optional(false);
  };
  EXPECT_TRUE(finds([](const FilterBatch& batch) {  // the scale is 1 % off
    FilterBatch off = batch;
    const double scale = *batch.scales * 1.01;
    off.scales = &scale;
    return filter_kernels()[0].filter(off);
  }));
  EXPECT_TRUE(finds([](const FilterBatch& batch) {  // never open: a guess
    filter_kernels()[0].filter(batch);
    return std::size_t{0};
  }));
  EXPECT_TRUE(finds([](const FilterBatch& batch) {  // always open
    for (std::size_t i = 0; i < batch.count; ++i)
      batch.unsure[i] = static_cast<std::uint32_t>(i);
    return batch.count;
  }));
  EXPECT_TRUE(finds([](const FilterBatch& batch) {  // the sign is that of the next word
    const std::size_t open = filter_kernels()[0].filter(batch);
    for (std::size_t i = 0; i + 1 < batch.count; ++i)
      batch.out[i] = (batch.words[i + 1] % 2 == 1 ? -1 : 1) * std::abs(batch.out[i]);
    return open;
  }));
  EXPECT_TRUE(finds([](const FilterBatch& batch) {  // one value moved by one
    const std::size_t open = filter_kernels()[0].filter(batch);
    for (std::size_t i = 0; i < batch.count; ++i)
      if (batch.out[i] == 17) batch.out[i] = 18;
    return open;
  }));
}

// Errors of the logarithm that a sample would show only after 10^20 draws.
TEST(LaplaceCheck, FindsTinyErrors) {
  FilterKernel wrong = filter_kernels()[0];
  wrong.filter = [](const FilterBatch& batch) {
    FilterBatch off = batch;
    const double moved = *batch.offsets + 0x1p-37;
    off.offsets = &moved;
    return filter_kernels()[0].filter(off);
  };
  for (const Rational& scale :
       {Rational(1, 2), Rational(1), Rational(10), Rational(1000)})
    EXPECT_EQ(laplace_sampler_is_exact(scale, wrong), false) << scale.text();
  wrong.filter = [](const FilterBatch& batch) {  // the far tail is lost
    const std::size_t open = filter_kernels()[0].filter(batch);
    for (std::size_t i = 0; i < batch.count; ++i)
      if (batch.words[i] >> 53 == 0) batch.out[i] = 0;
    return open;
  };
  EXPECT_EQ(laplace_sampler_is_exact(1, wrong), false);
}

}  // namespace
}  // namespace selvage
