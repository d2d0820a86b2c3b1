#include "selvage/verify/sampler_check.hpp"

#include <gtest/gtest.h>

namespace selvage::verify {
namespace {

TEST(SamplerCheck, ConfirmsTheShippedSampler) {
  for (const FilterKernel& kernel : filter_kernels())
    for (const Rational& scale :
         {Rational(1, 40), Rational(1), Rational(2, 3), Rational(13, 4), Rational(10),
          Rational(1000), Rational(1'000'000), Rational::power_of_two(30)})
      EXPECT_EQ(laplace_sampler_is_exact(scale, kernel), true) << scale.text();
}

TEST(SamplerCheck, SaysNothingBeyondTheFilter) {
  EXPECT_EQ(laplace_sampler_is_exact(Rational::power_of_two(30) + 1), std::nullopt);
}

// Samplers that differ little from the right one, each in its own way.
TEST(SamplerCheck, FindsSamplersThatAreWrong) {
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
TEST(SamplerCheck, FindsTinyErrors) {
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

TEST(SamplerCheck, ConfirmsTheSamplerOfGaussianNoise) {
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

TEST(SamplerCheck, FindsTablesOfAnotherLaw) {
  const auto law = WarpedGeometric::make(*parse_profile("3:0.5,7:2/3,1.5"));
  const auto other =
      WarpedGeometric::make(*parse_profile("3:0.5,7:2/3,1.500000000001"));
  const auto table = WarpedTable::make(*law), moved = WarpedTable::make(*other);
  ASSERT_TRUE(law && other && table && moved);
  for (const std::int64_t count : {0, 3, 7, 12}) {
    EXPECT_TRUE(warped_table_is_exact(*table, *law, count)) << count;
    EXPECT_FALSE(warped_table_is_exact(*moved, *law, count)) << count;
  }
}

TEST(SamplerCheck, ConfirmsTheWalkAndTheTableOfW) {
  for (const char* text : {"1", "3:0.5,7:2/3,1.5", "min(1, 0.1 + k/100)"}) {
    const auto law = WarpedGeometric::make(*parse_profile(text));
    ASSERT_TRUE(law);
    EXPECT_TRUE(warped_sampler_is_exact(*law)) << text;
  }
}

}  // namespace
}  // namespace selvage::verify
