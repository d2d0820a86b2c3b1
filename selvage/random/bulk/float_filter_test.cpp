// The kernels of the float filter: the same answers from all of them, the logarithm
// within its proven error, and every decision what multi-precision says. Theory: T14.
#include "selvage/random/bulk/float_filter.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "selvage/random/bulk/float_filter_kernel.hpp"
#include "selvage/random/bulk/float_testing.hpp"

namespace selvage {
namespace {

using InversionSides = GeometricInversion::Sides;

// U of the halves to try: 2^20 over the whole range, all up to 2^16, and those around
// powers of two and the sixteenths between them, where the kernels change their tables.
std::vector<std::uint32_t> halves_to_try() {
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < 1u << 20; ++i) result.push_back(i * 2048 + i % 2048);
  for (std::uint32_t u = 0; u < 1u << 16; ++u) result.push_back(u);
  for (int x = 16; x <= 31; ++x)
    for (std::int64_t i = 0; i < 16; ++i)
      for (std::int64_t step = -150; step <= 150; ++step) {
        const std::int64_t u = ((16 + i) << (x - 4)) + step;
        if (u < std::int64_t{1} << 31) result.push_back(static_cast<std::uint32_t>(u));
      }
  return result;
}

// And those around the thresholds of a law, at distances that grow to 2^-15 of u.
void add_thresholds(std::vector<std::uint32_t>& halves,
                    const std::vector<std::uint32_t>& thresholds) {
  for (const std::int64_t t : thresholds)
    for (std::int64_t step = -200; step <= 200; ++step) {
      const std::int64_t u = t + step * std::max<std::int64_t>(1, t >> 22);
      if (0 <= u && u < std::int64_t{1} << 31)
        halves.push_back(static_cast<std::uint32_t>(u));
    }
}

// Two halves a word, with a sign that changes.
std::vector<std::uint64_t> words_of_halves(const std::vector<std::uint32_t>& halves) {
  std::vector<std::uint64_t> words((halves.size() + 1) / 2);
  for (std::size_t i = 0; i < halves.size(); ++i)
    words[i / 2] |= (std::uint64_t{halves[i]} * 2 + (i / 3) % 2) << (i % 2 * 32);
  return words;
}

struct FilterAnswer {
  std::vector<std::int64_t> values;
  std::vector<std::uint32_t> unsure;
};

FilterAnswer filter(const FloatFilterKernel& kernel,
                    const std::vector<std::uint64_t>& words, std::size_t count,
                    const FloatLaw& law, bool two_sided) {
  FilterAnswer answer{std::vector<std::int64_t>(count),
                      std::vector<std::uint32_t>(count)};
  answer.unsure.resize(run_float_filter(kernel, {.words = words.data(),
                                                 .count = count,
                                                 .law = law,
                                                 .two_sided = two_sided,
                                                 .out = answer.values.data(),
                                                 .unsure = answer.unsure.data()}));
  return answer;
}

TEST(FloatFilter, EveryDecisionIsRightAndTheSameFromAllKernels) {
  const auto common = halves_to_try();
  for (const InversionSides sides : {InversionSides::one, InversionSides::two})
    for (const Rational& scale :
         {Rational(20), Rational(9, 4), Rational(1), Rational(1, 7), Rational(1, 40),
          Rational::power_of_two(-62)}) {
      const auto thresholds = float_thresholds(sides, scale);
      auto halves = common;
      add_thresholds(halves, thresholds);
      const auto words = words_of_halves(halves);
      const double offset = GeometricInversion(sides, scale).offset(31);
      const auto law = make_float_law(offset, scale.to_double(), kFloatFilterSlack);
      const bool two_sided = sides == InversionSides::two;
      const auto first =
          filter(float_filter_kernels()[0], words, halves.size(), law, two_sided);

      std::vector<bool> open(halves.size());
      for (const auto i : first.unsure) open[i] = true;
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < halves.size(); ++i) {
        if (open[i]) continue;
        const std::int64_t size = size_by_thresholds(thresholds, halves[i]);
        const bool negative = two_sided && (i / 3) % 2 == 1;
        wrong += first.values[i] != (negative ? -size : size) ||
                 is_threshold(thresholds, halves[i]);
      }
      EXPECT_EQ(wrong, 0u) << scale.text();
      EXPECT_GT(first.unsure.size(), 0u);

      for (const auto& kernel : float_filter_kernels().subspan(1)) {
        const auto other = filter(kernel, words, halves.size(), law, two_sided);
        ASSERT_EQ(other.unsure, first.unsure) << kernel.name << " " << scale.text();
        std::size_t different = 0;
        for (std::size_t i = 0; i < halves.size(); ++i)
          different += !open[i] && other.values[i] != first.values[i];
        EXPECT_EQ(different, 0u) << kernel.name << " " << scale.text();
      }
    }
}

// At most 2^-17 scale + 2^-30 of them are proven open; fewer than half of that are.
TEST(FloatFilter, FewHalvesAreOpen) {
  for (const InversionSides sides : {InversionSides::one, InversionSides::two})
    for (const Rational& scale : {Rational(20), Rational(1), Rational(1, 40)}) {
      std::vector<std::uint32_t> halves;
      for (std::uint32_t i = 0; i < 1u << 22; ++i) halves.push_back(i * 512 + i % 512);
      const double offset = GeometricInversion(sides, scale).offset(31);
      const auto law = make_float_law(offset, scale.to_double(), kFloatFilterSlack);
      const auto answer = filter(float_filter_kernels()[0], words_of_halves(halves),
                                 halves.size(), law, sides == InversionSides::two);
      EXPECT_LE(static_cast<double>(answer.unsure.size()),
                0x1p22 * (0x1p-18 * scale.to_double() + 0x1p-20))
          << scale.text();
    }
}

TEST(FloatFilter, TablesAreTheNearestFloats) {
  for (std::size_t i = 0; i < 16; ++i) {
    const double middle = 1 + (static_cast<double>(i) + 0.5) / 16;
    const auto reciprocal = static_cast<double>(kFloatReciprocal[i]);
    EXPECT_EQ(reciprocal, std::round(4096 / middle) / 4096) << i;
    EXPECT_EQ(kFloatLogarithm[i], static_cast<float>(-std::log(reciprocal))) << i;
    // |f| at both ends of the sixteenth.
    const double start = 1 + static_cast<double>(i) / 16, end = start + 1 / 16.;
    EXPECT_LT(std::max(1 - start * reciprocal, end * reciprocal - 1), 0.0304) << i;
  }
  EXPECT_EQ(kFloatLn2, static_cast<float>(std::numbers::ln2));
}

TEST(FloatFilter, LogarithmStaysFarBelowWhatIsTrustedAndTheSameFromAllKernels) {
  auto halves = halves_to_try();
  std::erase(halves, 0u);
  halves.resize(halves.size() / 16 * 16);
  const auto words = words_of_halves(halves);
  const float offset =
      make_float_law(GeometricInversion(InversionSides::two, Rational(9, 4)).offset(31),
                     2.25, kFloatFilterSlack)
          .offset;
  std::vector<float> first(halves.size()), other(halves.size());
  float_filter_kernels()[0].logarithms(words.data(), halves.size(), offset,
                                       first.data());
  const double whole = static_cast<double>(offset) -
                       157 * static_cast<double>(kFloatLn2) + 30 * std::numbers::ln2;
  double worst = 0;
  for (std::size_t i = 0; i < halves.size(); ++i) {
    const double y = whole - std::log(static_cast<double>(halves[i]));
    const double trusted = kFloatFilterSlack + kFloatFilterShare * y;
    worst = std::max(worst, std::abs(static_cast<double>(first[i]) - y) / trusted);
  }
  EXPECT_LT(worst, 0.3);  // 0.2932 on all halves; 0.4 is proven
  for (const auto& kernel : float_filter_kernels().subspan(1)) {
    kernel.logarithms(words.data(), halves.size(), offset, other.data());
    EXPECT_EQ(other, first) << kernel.name;
  }
}

TEST(FloatFilter, BatchesOfAnySizeAreDecidedAlike) {
  const auto halves = halves_to_try();
  const auto words = words_of_halves(halves);
  const double offset =
      GeometricInversion(InversionSides::two, Rational(20)).offset(31);
  const auto law = make_float_law(offset, 20, 0.01);  // leaves about two fifths open
  const auto all = filter(float_filter_kernels().back(), words, 200, law, true);
  EXPECT_GT(all.unsure.size(), 50u);
  EXPECT_LT(all.unsure.size(), 150u);
  for (const auto& kernel : float_filter_kernels())
    for (std::size_t count = 0; count <= 200; ++count) {
      const auto part = filter(kernel, words, count, law, true);
      std::vector<std::uint32_t> unsure;
      for (const auto i : all.unsure)
        if (i < count) unsure.push_back(i);
      ASSERT_EQ(part.unsure, unsure) << kernel.name << " " << count;
      for (std::size_t i = 0; i < count; ++i)
        if (!std::binary_search(unsure.begin(), unsure.end(), i)) {
          ASSERT_EQ(part.values[i], all.values[i]) << kernel.name << " " << count;
        }
    }
}

}  // namespace
}  // namespace selvage
