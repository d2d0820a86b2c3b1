#include "selvage/random/inversion/scale_per_cell.hpp"

#include <gtest/gtest.h>

#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {
namespace {

using Sides = FilteredGeometric::Sides;

// Draw i is what its scale's own sampler makes of word i, on every kernel, also where
// the exact path is taken.
TEST(ScalePerCell, EveryCellHasItsOwnScale) {
  std::vector<Rational> scales;
  for (std::int64_t i = 0; i < 2500; ++i)
    scales.push_back(i % 3 == 0 ? Rational(1, i + 1) : Rational(i * i + 1, 3));
  for (const FilterKernel& kernel : filter_kernels())
    for (const double slack : {kFilterSlack, 0x1p-20}) {
      const FilteredGeometric::Tuning tuning{.slack = slack, .kernel = kernel};
      SeededWords words(3), again(3);
      std::vector<std::int64_t> out(scales.size());
      ScalePerCell(scales, tuning).draw(out, words);
      for (std::size_t first = 0; first < scales.size(); first += kBatch) {
        const std::size_t count = std::min(kBatch, scales.size() - first);
        std::vector<std::uint64_t> batch(count);
        again.fill(batch);
        for (std::size_t i = 0; i < count; ++i) {
          const FilteredGeometric noise(Sides::two, scales[first + i], tuning);
          std::int64_t value = 0;
          std::array<std::uint32_t, kBatch> unsure;
          if (noise.decide({&batch[i], 1}, {&value, 1}, unsure) > 0)
            value = noise.exact(batch[i], std::ref(again));
          ASSERT_EQ(out[first + i], value) << kernel.name << ' ' << first + i;
        }
      }
      EXPECT_EQ(words(), again());  // the exact path took as many words
    }
}

TEST(ScalePerCell, RefusesScalesThatTheFilterDoesNotCover) {
  const std::vector<Rational> none, zero = {1, 0}, huge = {Rational::power_of_two(31)};
  SeededWords words(1);
  ScalePerCell(none).draw({}, words);
  EXPECT_DEATH(ScalePerCell{zero}, "");
  EXPECT_DEATH(ScalePerCell{huge}, "");
}

}  // namespace
}  // namespace selvage
