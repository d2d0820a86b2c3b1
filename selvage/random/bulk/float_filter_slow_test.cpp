// The float filter on every half there is. This, and not only the count of its
// roundings, proves it for these scales. Theory: T14.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>

#include <gtest/gtest.h>

#include "selvage/random/bulk/float_geometric.hpp"
#include "selvage/random/bulk/float_testing.hpp"

namespace selvage {
namespace {

using Sides = FloatGeometric::Sides;
constexpr std::size_t kChunk = FloatGeometric::kHalves;
constexpr std::uint64_t kAll = std::uint64_t{1} << 31;

bool is_odd(std::uint64_t u) { return (u >> 1) % 2 == 1; }

// The halves of U = first, first + 1, ..., with signs that change.
void fill_halves(std::array<std::uint64_t, kChunk / 2>& words, std::uint64_t first) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint64_t u = first + 2 * i;
    words[i] = (2 * u + is_odd(u)) | (2 * (u + 1) + is_odd(u + 1)) << 32;
  }
}

struct Count {
  std::uint64_t unsure = 0, wrong = 0, thresholds_decided = 0;
};

Count try_all(Sides sides, const Rational& scale) {
  const auto thresholds = float_thresholds(sides, scale);
  const FloatGeometric noise(sides, scale);
  alignas(64) std::array<std::uint64_t, kChunk / 2> words;
  alignas(64) std::array<std::int64_t, kChunk> out;
  std::array<std::uint32_t, kChunk> unsure;
  Count count;
  std::size_t size = thresholds.size();
  const auto next = [&] { return size > 0 ? thresholds[size - 1] : kAll; };
  for (std::uint64_t first = 0; first < kAll; first += kChunk) {
    fill_halves(words, first);
    const std::size_t open = noise.decide(words, out, unsure);
    count.unsure += open;
    std::array<bool, kChunk> is_open{};
    for (std::size_t i = 0; i < open; ++i) is_open[unsure[i]] = true;
    if (first == 0) count.thresholds_decided += !is_open[0];
    // The size is constant between thresholds, and falls at each.
    for (std::size_t i = first == 0 ? 1 : 0; i < kChunk; ++i) {
      const auto end = std::min<std::uint64_t>(kChunk, next() - first);
      const auto value = static_cast<std::int64_t>(size);
      std::uint64_t wrong = 0;
      for (; i < end; ++i) {
        const bool negative = sides == Sides::two && is_odd(first + i);
        wrong += !is_open[i] && out[i] != (negative ? -value : value);
      }
      count.wrong += wrong;
      if (i == kChunk) break;
      count.thresholds_decided += !is_open[i];
      while (next() == first + i) --size;
    }
  }
  EXPECT_EQ(size, 0u);
  return count;
}

class FloatFilterSlow : public testing::TestWithParam<int> {};

TEST_P(FloatFilterSlow, DecidesRightOnAllHalves) {
  const Rational scale(GetParam(), 2);
  for (const Sides sides : {Sides::two, Sides::one}) {
    const auto count = try_all(sides, scale);
    EXPECT_EQ(count.wrong, 0u);
    EXPECT_EQ(count.thresholds_decided, 0u);
    // Half of what is proven.
    EXPECT_LE(static_cast<double>(count.unsure),
              0x1p31 * (0x1p-18 * scale.to_double() + 0x1p-30));
    std::cout << "scale " << scale.text() << ", "
              << (sides == Sides::two ? "two sides: " : "one side: ") << count.unsure
              << " of 2^31 halves unsure\n";
  }
}

INSTANTIATE_TEST_SUITE_P(HalfScales, FloatFilterSlow, testing::Values(1, 2, 4, 20, 40),
                         testing::PrintToStringParamName());

TEST(FloatLogarithmSlow, StaysFarBelowWhatIsTrustedOnAllHalves) {
  for (const Rational& scale : {Rational(1), Rational(20)}) {
    const float offset =
        make_float_law(GeometricInversion(Sides::two, scale).offset(31),
                       scale.to_double(), kFloatFilterSlack)
            .offset;
    const double whole = static_cast<double>(offset) -
                         157 * static_cast<double>(kFloatLn2) + 30 * std::numbers::ln2;
    alignas(64) std::array<std::uint64_t, kChunk / 2> words;
    alignas(64) std::array<float, kChunk> out;
    double worst = 0, largest = 0;
    for (std::uint64_t first = 0; first < kAll; first += kChunk) {
      fill_halves(words, first);
      float_filter_kernels()[0].logarithms(words.data(), kChunk, offset, out.data());
      for (std::size_t i = first == 0 ? 1 : 0; i < kChunk; ++i) {
        const double y = whole - std::log(static_cast<double>(first + i));
        const double error = std::abs(static_cast<double>(out[i]) - y);
        largest = std::max(largest, error);
        worst = std::max(worst, error / (kFloatFilterSlack + kFloatFilterShare * y));
      }
    }
    EXPECT_LT(worst, 0.3);  // 0.4 is proven
    std::cout << "scale " << scale.text() << ": largest error " << largest
              << ", at most " << worst << " of what is trusted\n";
  }
}

TEST(FloatKernelsSlow, DecideAlikeOnAllHalves) {
  const Rational scale(20);
  const auto law = make_float_law(GeometricInversion(Sides::two, scale).offset(31),
                                  scale.to_double(), kFloatFilterSlack);
  alignas(64) std::array<std::uint64_t, kChunk / 2> words;
  alignas(64) std::array<std::int64_t, kChunk> out, other_out;
  std::array<std::uint32_t, kChunk> unsure, other_unsure;
  std::uint64_t different = 0;
  for (std::uint64_t first = 0; first < kAll; first += kChunk) {
    fill_halves(words, first);
    const std::size_t open = float_filter_kernels()[0].filter(
        {words.data(), kChunk, law, true, out.data(), unsure.data()});
    for (const auto& kernel : float_filter_kernels().subspan(1)) {
      const std::size_t other_open = kernel.filter(
          {words.data(), kChunk, law, true, other_out.data(), other_unsure.data()});
      if (!std::equal(unsure.begin(), unsure.begin() + open, other_unsure.begin(),
                      other_unsure.begin() + other_open)) {
        ++different;
        continue;
      }
      for (std::size_t i = 0; i < open; ++i) other_out[unsure[i]] = out[unsure[i]];
      different += out != other_out;
    }
  }
  EXPECT_EQ(different, 0u);
}

}  // namespace
}  // namespace selvage
