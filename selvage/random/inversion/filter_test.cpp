// The kernels of the filter: the same answers from all of them, the logarithm within
// its proven error, no decision that multi-precision does not confirm. Theory: T12.
#include "selvage/random/inversion/filter.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/random/inversion/filter_self_test.hpp"
#include "selvage/random/inversion/filtered_geometric.hpp"
#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {
namespace {

using Sides = FilteredGeometric::Sides;

// Words around every place where the kernel changes its ways: U = 0, powers of two, the
// sixteenths of a mantissa, and where U becomes inexact as a double.
std::vector<std::uint64_t> edge_words() {
  std::vector<std::uint64_t> magnitudes = {0, 1, 2, 3, 5, 7};
  for (int x = 0; x < 63; ++x)
    for (std::uint64_t sixteenth = 16; sixteenth < 32; ++sixteenth) {
      const std::uint64_t edge = x >= 4 ? sixteenth << (x - 4) : sixteenth >> (4 - x);
      for (const std::uint64_t off : {0u, 1u, 2u, 600u, 1025u})
        for (const std::uint64_t step : {std::uint64_t{1}, std::uint64_t{1} << 10}) {
          magnitudes.push_back(edge + off * step);
          magnitudes.push_back(edge - std::min(edge, off * step));
        }
    }
  magnitudes.push_back((std::uint64_t{1} << 63) - 1);
  std::vector<std::uint64_t> words;
  for (const std::uint64_t u : magnitudes) {
    const std::uint64_t kept = u & ((std::uint64_t{1} << 63) - 1);
    words.push_back(kept << 1);
    words.push_back(kept << 1 | 1);
  }
  return words;
}

std::vector<std::uint64_t> all_words(std::size_t random) {
  std::vector<std::uint64_t> words = edge_words();
  SeededWords more(5);
  for (std::size_t i = 0; i < random; ++i) words.push_back(more());
  while (words.size() % 8 != 0) words.push_back(more());
  return words;
}

const std::vector<Rational> kScales = {Rational::power_of_two(-62),
                                       Rational(1, 1000),
                                       Rational(1, 2),
                                       1,
                                       Rational(7, 3),
                                       10,
                                       Rational(100'001, 7),
                                       1'000'000,
                                       Rational::power_of_two(30)};

TEST(Filter, AllKernelsDecideAlike) {
  const auto words = all_words(200'000);
  ASSERT_EQ(std::string(filter_kernels().back().name), "plain C++");
  for (const Rational& scale : kScales)
    for (const Sides sides : {Sides::one, Sides::two})
      for (const double slack : {kFilterSlack, 0x1p-10}) {
        const GeometricInversion law(sides, scale);
        const double offset = law.offset(63), near = scale.to_double();
        std::vector<std::int64_t> expected;
        std::vector<std::uint32_t> expected_unsure;
        for (auto kernel = filter_kernels().rbegin(); kernel != filter_kernels().rend();
             ++kernel) {
          std::vector<std::int64_t> out(words.size());
          std::vector<std::uint32_t> unsure(words.size());
          unsure.resize(
              kernel->filter({words.data(), words.size(), &offset, &near, false,
                              sides == Sides::two, slack, out.data(), unsure.data()}));
          for (const std::uint32_t i : unsure) out[i] = 0;  // whatever is written there
          if (expected.empty()) {
            expected = out;
            expected_unsure = unsure;
          }
          EXPECT_TRUE(out == expected) << kernel->name << ' ' << scale.text();
          EXPECT_TRUE(unsure == expected_unsure) << kernel->name << ' ' << scale.text();
        }
      }
}

TEST(Filter, AScaleForEachWordIsTheSameAsOneAtATime) {
  const auto words = all_words(1000);
  for (const FilterKernel& kernel : filter_kernels()) {
    std::vector<double> offsets, scales;
    std::vector<std::int64_t> expected, out(words.size());
    std::vector<std::uint32_t> expected_unsure, unsure(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      const GeometricInversion law(Sides::two, kScales[i % kScales.size()]);
      offsets.push_back(law.offset(63));
      scales.push_back(law.scale().to_double());
      std::int64_t value = 0;
      std::uint32_t place = 0;
      if (run_filter(kernel, {&words[i], 1, &offsets[i], &scales[i], false, true,
                              kFilterSlack, &value, &place}) > 0) {
        expected_unsure.push_back(static_cast<std::uint32_t>(i));
        value = 0;
      }
      expected.push_back(value);
    }
    unsure.resize(
        kernel.filter({words.data(), words.size(), offsets.data(), scales.data(), true,
                       true, kFilterSlack, out.data(), unsure.data()}));
    for (const std::uint32_t i : unsure) out[i] = 0;
    EXPECT_TRUE(out == expected) << kernel.name;
    EXPECT_TRUE(unsure == expected_unsure) << kernel.name;
  }
}

// |computed - true| of offset - ln U, by 160-bit logarithms. The proof says at most
// 1.05e-13; the series alone reaches 9.2e-14.
TEST(Filter, TheLogarithmIsWithinItsBound) {
  std::vector<std::uint64_t> words = all_words(50'000);
  for (std::uint64_t sixteenth = 16; sixteenth < 32; ++sixteenth)  // 6000 ulps around
    for (int off = -6000; off <= 6000; off += 40) {
      const std::uint64_t edge =
          (sixteenth << 58) + (static_cast<std::uint64_t>(off) << 10);
      words.push_back((edge & ((std::uint64_t{1} << 63) - 1)) << 1);
    }
  while (words.size() % 8 != 0) words.push_back(2);
  const double offset = GeometricInversion(Sides::two, 1).offset(63);
  RealBounds truth(160);
  for (const FilterKernel& kernel : filter_kernels()) {
    std::vector<double> computed(words.size());
    kernel.logarithms(words.data(), words.size(), offset, computed.data());
    double largest = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] >> 1 == 0) continue;
      mpfr_set_ui(truth.lower, words[i] >> 1, MPFR_RNDN);
      mpfr_log(truth.lower, truth.lower, MPFR_RNDN);
      mpfr_d_sub(truth.lower, offset, truth.lower, MPFR_RNDN);
      mpfr_d_sub(truth.lower, computed[i], truth.lower, MPFR_RNDN);
      largest = std::max(largest, std::abs(mpfr_get_d(truth.lower, MPFR_RNDA)));
    }
    EXPECT_LT(largest, 1.05e-13) << kernel.name;
    EXPECT_GT(largest, 8e-14) << kernel.name;  // the worst inputs were among them
  }
}

// Where the filter is sure, 63 bits of u suffice by multi-precision too, and say the
// same.
TEST(Filter, EveryDecisionIsConfirmed) {
  for (const Rational& scale : kScales) {
    const auto words = all_words(3000);
    const FilteredGeometric noise(Sides::two, scale);
    const GeometricInversion law(Sides::two, scale);
    std::size_t sure = 0;
    for (std::size_t i = 0; i < words.size(); i += 4) {
      std::int64_t value = 0;
      std::array<std::uint32_t, kBatch> unsure;
      if (noise.decide({&words[i], 1}, {&value, 1}, unsure) > 0) continue;
      ++sure;
      const auto confirmed = law.at(PartialReal(words[i] >> 1, 63));
      ASSERT_TRUE(confirmed) << scale.text() << ' ' << words[i];
      EXPECT_EQ(value, words[i] % 2 == 1 ? -*confirmed : *confirmed)
          << scale.text() << ' ' << words[i];
    }
    EXPECT_GT(sure, words.size() / 8) << scale.text();
  }
}

TEST(Filter, KernelsPassTheSelfTestAndOthersDoNot) {
  for (const FilterKernel& kernel : filter_kernels())
    EXPECT_TRUE(passes_self_test(kernel)) << kernel.name;
  FilterKernel wrong = filter_kernels()[0];
  wrong.filter = [](const FilterBatch& batch) {  // ln u is off by 2^-24
    FilterBatch off = batch;
    const double moved = *batch.offsets + 0x1p-24;
    off.offsets = &moved;
    return filter_kernels()[0].filter(off);
  };
  EXPECT_FALSE(passes_self_test(wrong));
  wrong.filter = [](const FilterBatch& batch) {  // nothing is ever certain
    for (std::size_t i = 0; i < batch.count; ++i)
      batch.unsure[i] = static_cast<std::uint32_t>(i);
    return batch.count;
  };
  EXPECT_FALSE(passes_self_test(wrong));
  wrong = filter_kernels()[0];
  wrong.judge = [](const JudgeBatch& batch) {  // a slightly wider law
    JudgeBatch off = batch;
    off.half_precision *= 1 - 0x1p-14;
    filter_kernels()[0].judge(off);
  };
  EXPECT_FALSE(passes_self_test(wrong));
}

}  // namespace
}  // namespace selvage
