// Long checks for the nightly run: all 16-bit words for bounds of every size, and the
// system source on fresh keys. False-alarm rate 1e-9 a statistic; an alarm counts only
// if a second run with other keys repeats it (1e-18).
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/outcome/chi_square.hpp"
#include "selvage/random/sampling/system_source.hpp"
#include "selvage/random/sampling/uniform.hpp"

namespace selvage {
namespace {

TEST(UniformSlow, IsExactForBoundsOfEverySizeOverAllSixteenBitWords) {
  struct AskedForMore {};
  for (std::uint32_t n = 1; n < 65536; n += 1 + n / 64) {
    std::vector<std::uint32_t> decided(n, 0);
    std::uint32_t undecided = 0;
    for (std::uint32_t word = 0; word < 65536; ++word) {
      bool served = false;
      auto words = [&] {
        if (served) throw AskedForMore{};
        served = true;
        return static_cast<std::uint16_t>(word);
      };
      try {
        ++decided[uniform_from_words<std::uint16_t, std::uint32_t>(
            words, static_cast<std::uint16_t>(n))];
      } catch (const AskedForMore&) {
        ++undecided;
      }
    }
    ASSERT_EQ(undecided, 65536 % n);
    for (const std::uint32_t count : decided) ASSERT_EQ(count, 65536 / n) << n;
  }
}

TEST(SystemSourceSlow, DiscreteLaplaceFitsOnFreshKeys) {
  for (const Rational& scale : {Rational(2), Rational(9, 4), Rational(10)}) {
    int alarms = 0;
    for (int run = 0; run < 2; ++run) {
      auto source = make_system_source();
      ASSERT_TRUE(source);
      std::vector<std::int64_t> sample(1 << 24);
      (*source)->discrete_laplace(sample, scale);
      alarms += chi_square(sample, Draw::laplace(scale)) > kChiSquareCritical;
    }
    EXPECT_LT(alarms, 2);
  }
}

TEST(SystemSourceSlow, DiscreteGaussianFitsOnFreshKeys) {
  const Rational variance(27, 2);
  int alarms = 0;
  for (int run = 0; run < 2; ++run) {
    auto source = make_system_source();
    ASSERT_TRUE(source);
    std::vector<std::int64_t> sample(1 << 21);
    (*source)->discrete_gaussian(sample, variance);
    alarms += chi_square(sample, Draw::gaussian(variance)) > kChiSquareCritical;
  }
  EXPECT_LT(alarms, 2);
}

TEST(SystemSourceSlow, FailuresBeforeFitsOnFreshKeys) {
  const Rational x(25, 2);  // a mean of 268 336
  int alarms = 0;
  for (int run = 0; run < 2; ++run) {
    auto source = make_system_source();
    ASSERT_TRUE(source);
    std::vector<std::int64_t> sample(1 << 21);
    (*source)->failures_before(sample, x);
    alarms += fit_by_cells(sample, Draw::failures_before(x),
                           {10'000, 50'000, 100'000, 200'000, 300'000, 400'000, 600'000,
                            900'000, 1'200'000}) < 1e-9;
  }
  EXPECT_LT(alarms, 2);
}

// Neighbouring draws do not know of each other: a 5 x 5 table of |z| against the next,
// 16 degrees of freedom, critical value at 1e-9: 75.654.
TEST(SystemSourceSlow, NeighbouringDrawsAreIndependent) {
  auto source = make_system_source();
  ASSERT_TRUE(source);
  std::vector<std::int64_t> sample(1 << 23);
  (*source)->discrete_laplace(sample, Rational(2));
  double seen[5][5] = {}, first[5] = {}, second[5] = {};
  const auto cell = [](std::int64_t z) {
    return std::min<std::int64_t>(std::abs(z), 4);
  };
  for (std::size_t i = 0; i + 1 < sample.size(); i += 2) {
    ++seen[cell(sample[i])][cell(sample[i + 1])];
    ++first[cell(sample[i])];
    ++second[cell(sample[i + 1])];
  }
  const double pairs = 1 << 22;
  double statistic = 0;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) {
      const double expected = first[i] * second[j] / pairs;
      statistic += (seen[i][j] - expected) * (seen[i][j] - expected) / expected;
    }
  EXPECT_LT(statistic, 75.654);
}

}  // namespace
}  // namespace selvage
