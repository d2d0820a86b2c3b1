#include "selvage/random/inversion/filtered_gaussian.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/outcome/chi_square.hpp"
#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {
namespace {

using Verdicts = FilteredGaussian::Verdicts;

// What floating point is certain of, multi-precision confirms, for candidates near and
// far and coins on both sides of the threshold.
TEST(FilteredGaussian, EveryVerdictIsConfirmed) {
  for (const Rational& variance :
       {Rational(1, 1'000'000), Rational(1, 3), Rational(1), Rational(27, 2),
        Rational(1'000'003, 7), Rational::power_of_two(50)}) {
    const FilteredGaussian noise(variance);
    const double sigma = std::sqrt(variance.to_double());
    SeededWords words(6);
    std::vector<std::int64_t> candidates;
    std::vector<std::uint64_t> coins;
    std::vector<double> close;
    const double t = std::floor(sigma) + 1;
    for (int i = 0; i < 1000; ++i) {
      candidates.push_back(static_cast<std::int64_t>((i % 2 == 0 ? 1 : -1) * 0.01 *
                                                     (i % 500) * (sigma + 1)));
      // Every other coin is next to the threshold: nearer than the slack of 4 units of
      // 2^-40, and hardly farther.
      const double gap =
          std::abs(static_cast<double>(candidates.back())) - variance.to_double() / t;
      const double x = gap * gap / (2 * variance.to_double());
      constexpr double kAway[] = {3, 4.5, 6, 9, -3, -4.5, -6, -9};
      const double away = kAway[i / 2 % 8] * 0x1p-40;
      const double near = std::exp(-x) * (1 + away);
      close.push_back(i % 2 == 1 && near < 1 && x < 12 && x > 0.01 ? away : 0);
      coins.push_back(
          close.back() == 0 ? words() : static_cast<std::uint64_t>(near * 0x1p63) << 1);
    }
    Verdicts verdicts;
    noise.judge(candidates, coins, verdicts);
    std::size_t accepted = 0, refused = 0;  // of the close ones
    for (std::size_t i = 0; i < coins.size(); ++i) {
      if (verdicts.leaves_open(i)) continue;
      accepted += close[i] < 0 ? 1 : 0;
      refused += close[i] > 0 ? 1 : 0;
      for (const std::uint64_t more : {std::uint64_t{0}, ~std::uint64_t{0}})
        EXPECT_EQ(noise.exact(candidates[i], coins[i], [&] { return more; }),
                  verdicts.accepts(i))
            << variance.text() << ' ' << i;
    }
    if (variance >=
        1) {  // else hardly a candidate has a threshold that is neither 0 nor 1
      EXPECT_GT(accepted, 50u) << variance.text();
      EXPECT_GT(refused, 50u) << variance.text();
    }
  }
}

// A coin whose first places are 0 accepts what every such coin accepts; the rest is
// never decided by guess.
TEST(FilteredGaussian, SmallCoinsAreNotGuessed) {
  const FilteredGaussian noise(Rational(1, 1'000'000));
  const std::vector<std::int64_t> candidates = {0, 1, 5};
  const std::vector<std::uint64_t> coins = {0, 0, 1};
  Verdicts verdicts;
  noise.judge(candidates, coins, verdicts);
  EXPECT_TRUE(verdicts.accepts(0));  // -ln u is surely enough for the candidate 0
  EXPECT_TRUE(verdicts.leaves_open(1) && !verdicts.accepts(1));
  EXPECT_TRUE(verdicts.leaves_open(2) && !verdicts.accepts(2));
}

TEST(FilteredGaussian, KernelsAndSlacksDrawTheSame) {
  const Rational variance(27, 2);
  std::vector<std::int64_t> first;
  for (const FilterKernel& kernel : filter_kernels()) {
    SeededWords words(12);
    std::vector<std::int64_t> sample(5000);
    FilteredGaussian(variance, {.kernel = kernel}).draw(sample, words);
    if (first.empty()) first = sample;
    EXPECT_EQ(sample, first) << kernel.name;
  }
  // Candidates and coins as they are, all verdicts by the exact path.
  const FilteredGaussian fast(variance), slow(variance, {.slack = 1000});
  SeededWords words(13);
  std::vector<std::int64_t> candidates(1000);
  for (std::size_t i = 0; i < candidates.size(); ++i)
    candidates[i] = static_cast<std::int64_t>(words() % 25) - 12;
  std::vector<std::uint64_t> coins(1000);
  words.fill(coins);
  Verdicts quick, open;
  fast.judge(candidates, coins, quick);
  slow.judge(candidates, coins, open);
  for (std::size_t i = 0; i < 1000; ++i) {
    ASSERT_TRUE(open.leaves_open(i));
    EXPECT_EQ(slow.exact(candidates[i], coins[i], std::ref(words)), quick.accepts(i));
  }
}

// With such a slack every coin is open: each goes on with what follows in the stream.
TEST(FilteredGaussian, DrawProlongsTheSameCoins) {
  const Rational variance(27, 2);
  const FilteredGaussian noise(variance, {.slack = 1000});
  const FilteredGeometric laplace(FilteredGeometric::Sides::two, 4);
  SeededWords words(16), again(16);
  std::vector<std::int64_t> drawn(500), expected;
  noise.draw(drawn, words);
  while (expected.size() < drawn.size()) {
    const std::size_t missing = drawn.size() - expected.size();
    const std::size_t count = std::min(kBatch, missing + missing / 2 + 8);
    std::vector<std::int64_t> candidates(count);
    std::vector<std::uint64_t> coins(count);
    laplace.draw(candidates, again);
    again.fill(coins);
    for (std::size_t i = 0; i < count; ++i)
      if (noise.exact(candidates[i], coins[i], std::ref(again)))
        expected.push_back(candidates[i]);
  }
  expected.resize(drawn.size());
  EXPECT_EQ(drawn, expected);
  EXPECT_EQ(words(), again());
}

// Coins on both sides of 2^40, below which they accept without a logarithm, and
// candidates on both sides of what those may accept.
TEST(FilteredGaussian, FarCoinsAreJudgedRightly) {
  const std::uint64_t edge = std::uint64_t{1} << 40;
  for (const Rational& variance : {Rational(100), Rational(1'000'000)}) {
    const FilteredGaussian noise(variance);
    std::vector<std::int64_t> candidates;
    std::vector<std::uint64_t> coins;
    const double sigma = std::sqrt(variance.to_double());
    for (double away = 4; away < 8; away += 0.05)
      for (const std::uint64_t u :
           {edge - 1, edge, edge + 1, edge / 2, edge / 16 + 1}) {
        candidates.push_back(static_cast<std::int64_t>(away * sigma));
        coins.push_back(u << 1);
        // The coin whose interval holds the threshold of this candidate.
        const double gap =
            std::floor(away * sigma) - variance.to_double() / (sigma + 1);
        const double x = gap * gap / 2 / variance.to_double();
        candidates.push_back(candidates.back());
        coins.push_back(static_cast<std::uint64_t>(std::exp(-x) * 0x1p63) << 1);
      }
    Verdicts verdicts;
    noise.judge(candidates, coins, verdicts);
    for (std::size_t i = 0; i < coins.size(); ++i) {
      if (verdicts.leaves_open(i)) continue;
      for (const std::uint64_t more : {std::uint64_t{0}, ~std::uint64_t{0}})
        EXPECT_EQ(noise.exact(candidates[i], coins[i], [&] { return more; }),
                  verdicts.accepts(i))
            << candidates[i] << ' ' << coins[i];
    }
  }
}

// Fixed seeds, false-alarm rate 1e-9, and a deviation 1 % off is found.
TEST(FilteredGaussian, FitsItsLaw) {
  for (const Rational& variance : {Rational(1, 5), Rational(9), Rational(27, 2)}) {
    SeededWords words(14);
    std::vector<std::int64_t> sample(1 << 22);
    FilteredGaussian(variance).draw(sample, words);
    std::size_t cells = 0;
    if (variance < 1) {  // few values: 0, +-1, +-2
      double zero = 0, one = 0;
      for (const std::int64_t z : sample) {
        zero += z == 0 ? 1 : 0;
        one += std::abs(z) == 1 ? 1 : 0;
      }
      const double n = static_cast<double>(sample.size());
      for (const auto& [index, seen] : {std::pair{0, zero}, std::pair{1, one}}) {
        const double p = Draw::gaussian(variance)
                             .weight(static_cast<std::uint64_t>(index))
                             .value()
                             .middle() *
                         (index == 0 ? 1 : 2);
        EXPECT_NEAR(seen, n * p, 6.2 * std::sqrt(n * p * (1 - p))) << index;
        ++cells;
      }
      continue;
    }
    EXPECT_LT(chi_square(sample, Draw::gaussian(variance)), kChiSquareCritical);
    EXPECT_GT(chi_square(sample, Draw::gaussian(variance * Rational(102, 100))),
              kChiSquareCritical);
  }
}

// Sigma 1000: the variance of the sample, within six standard errors.
TEST(FilteredGaussian, WideNoiseHasItsVariance) {
  SeededWords words(15);
  std::vector<std::int64_t> sample(1 << 20);
  FilteredGaussian(1'000'000).draw(sample, words);
  double sum = 0, squares = 0;
  for (const std::int64_t z : sample) {
    sum += static_cast<double>(z);
    squares += static_cast<double>(z) * static_cast<double>(z);
  }
  const double n = static_cast<double>(sample.size());
  EXPECT_LT(std::abs(sum / n), 6 * 1000 / std::sqrt(n));
  EXPECT_LT(std::abs(squares / n / 1e6 - 1), 6 * std::sqrt(2 / n));
}

TEST(FilteredGaussian, TakesOnlyVariancesThatItsProofCovers) {
  EXPECT_DEATH(FilteredGaussian(0), "");
  EXPECT_DEATH(FilteredGaussian(-1), "");
  EXPECT_DEATH(FilteredGaussian(Rational::power_of_two(50) + 1), "");
  EXPECT_DEATH(FilteredGaussian(Rational(1, (1 << 20) + 1)), "");
  EXPECT_DEATH(FilteredGaussian(1, {.slack = 0x1p-39}), "");
}

}  // namespace
}  // namespace selvage
