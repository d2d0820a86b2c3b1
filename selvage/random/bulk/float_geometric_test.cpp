#include "selvage/random/bulk/float_geometric.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "selvage/random/bulk/float_testing.hpp"
#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {
namespace {

using Sides = FloatGeometric::Sides;

// The value by multi-precision alone.
std::int64_t reference(Sides sides, const Rational& scale, std::uint32_t half,
                       const std::function<std::uint64_t()>& words) {
  const GeometricInversion inversion(sides, scale);
  PartialReal u(half >> 1, 31);
  for (;;) {
    if (const auto size = inversion.at(u))
      return sides == Sides::two && half % 2 == 1 ? -*size : *size;
    u.append(words(), 64);
  }
}

// What follows half i. SplitMix64.
struct OwnWords {
  std::uint64_t state;
  std::uint64_t operator()() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
};
OwnWords own_words(std::uint64_t i) { return {i << 32}; }

// The values of these halves, where each has its own words to be prolonged by.
std::vector<std::int64_t> values(const FloatGeometric& noise,
                                 const std::vector<std::uint64_t>& words,
                                 std::size_t& open) {
  std::vector<std::int64_t> result(2 * words.size());
  std::array<std::uint32_t, FloatGeometric::kHalves> unsure;
  open = 0;
  for (std::size_t first = 0; first < words.size(); first += kBatch) {
    const auto batch =
        std::span(words).subspan(first, std::min(kBatch, words.size() - first));
    const auto out = std::span(result).subspan(2 * first, 2 * batch.size());
    const std::size_t count = noise.decide(batch, out, unsure);
    for (std::size_t i = 0; i < count; ++i) {
      auto more = own_words(2 * first + unsure[i]);
      out[unsure[i]] =
          noise.exact(FloatGeometric::half_of(batch, unsure[i]), std::ref(more));
    }
    open += count;
  }
  return result;
}

std::vector<std::uint64_t> seeded_words(std::uint64_t seed, std::size_t count) {
  std::vector<std::uint64_t> result(count);
  SeededWords(seed).fill(result);
  return result;
}

TEST(FloatGeometric, FitsSmallPositiveScales) {
  for (const Rational& scale :
       {Rational(20), Rational(1), Rational(1, 1000), Rational::power_of_two(-62)})
    EXPECT_TRUE(FloatGeometric::fits(scale)) << scale.text();
  for (const Rational& scale :
       {Rational(0), Rational(-1), Rational(-1, 3), Rational(20) + Rational(1, 1000),
        Rational::power_of_two(40), Rational::power_of_two(-63)})
    EXPECT_FALSE(FloatGeometric::fits(scale)) << scale.text();
}

TEST(FloatGeometricDeathTest, IsNotMadeOfWhatDoesNotFit) {
  for (const Rational& scale :
       {Rational(0), Rational(-1), Rational(201, 10), Rational::power_of_two(40),
        Rational::power_of_two(-63)})
    EXPECT_DEATH(FloatGeometric(Sides::two, scale), "Assertion") << scale.text();
  EXPECT_DEATH(
      FloatGeometric(Sides::two, Rational(1), {.slack = kFloatFilterSlack / 2}),
      "Assertion");
}

TEST(FloatGeometric, KnowsWhatItIsMadeOf) {
  const FloatGeometric noise(Sides::two, Rational(9, 4));
  EXPECT_TRUE(noise.is(Sides::two, Rational(9, 4)));
  EXPECT_FALSE(noise.is(Sides::one, Rational(9, 4)));
  EXPECT_FALSE(noise.is(Sides::two, Rational(9, 5)));
}

// Each half in which a threshold lies has two values: the larger one at its lower end,
// the smaller one at its upper end, and between them the words that follow decide.
TEST(FloatGeometric, ProlongsTheHalvesThatThresholdsCut) {
  for (const Sides sides : {Sides::one, Sides::two})
    for (const Rational& scale : {Rational(9, 4), Rational(20)}) {
      const FloatGeometric noise(sides, scale);
      const auto thresholds = float_thresholds(sides, scale);
      for (std::size_t i = 0; i < thresholds.size(); ++i) {
        const std::uint32_t half = 2 * thresholds[i];
        const auto lowest = noise.exact(half, [] { return std::uint64_t{0}; });
        const auto highest = noise.exact(half, [] { return ~std::uint64_t{0}; });
        EXPECT_GT(lowest, highest);
        EXPECT_EQ(highest, size_by_thresholds(thresholds, thresholds[i]));
        const auto cut =
            std::count(thresholds.begin(), thresholds.end(), thresholds[i]);
        EXPECT_EQ(lowest - highest, cut);
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
          auto one = own_words(seed), two = own_words(seed);
          EXPECT_EQ(noise.exact(half, std::ref(one)),
                    reference(sides, scale, half, std::ref(two)));
        }
      }
    }
}

// The half of zeros says only that u is small; the tail goes on.
TEST(FloatGeometric, TheSmallestHalfReachesTheTail) {
  const FloatGeometric noise(Sides::two, Rational(20));
  int served = 0;
  const auto words = [&] { return std::uint64_t{served++ < 2 ? 0u : 12345u}; };
  // 31 + 128 places of zeros, then 12345: (c - ln u) 20 with u = 12345 / 2^223.
  const double expected =
      (std::log(2 / (1 + std::exp(-0.05))) + 223 * std::log(2.0) - std::log(12345.0)) *
      20;
  EXPECT_EQ(noise.exact(1, words), -static_cast<std::int64_t>(expected));
  EXPECT_EQ(served, 3);
}

TEST(FloatGeometric, EverySlackAndEveryKernelGivesTheSameValues) {
  const auto words = seeded_words(1, 20'001);
  for (const Sides sides : {Sides::one, Sides::two})
    for (const Rational& scale : {Rational(20), Rational(7, 3), Rational(1, 9)}) {
      std::size_t open;
      const auto expected = values(FloatGeometric(sides, scale), words, open);
      EXPECT_LT(open, 10u);
      for (const auto& kernel : float_filter_kernels())
        for (const double slack : {kFloatFilterSlack, 0.001, 0.5}) {
          const FloatGeometric noise(sides, scale, {.slack = slack, .kernel = kernel});
          EXPECT_EQ(values(noise, words, open), expected)
              << kernel.name << " " << slack;
          if (slack == 0.5 && scale > 1) {
            EXPECT_GT(open, words.size());
          }
        }
      for (std::size_t i = 0; i < expected.size(); i += 40) {
        auto more = own_words(i);
        ASSERT_EQ(
            expected[i],
            reference(sides, scale, FloatGeometric::half_of(words, i), std::ref(more)));
      }
    }
}

// The sampler of 63 places, given the same bits.
TEST(FloatGeometric, AgreesWithFilteredGeometricAtTheSameU) {
  const Rational scale(20);
  const FloatGeometric halves(Sides::two, scale);
  const FilteredGeometric words(Sides::two, scale);
  const auto first = seeded_words(3, 1 << 17);
  std::size_t open;
  const auto expected = values(halves, first, open);
  EXPECT_GT(open, 10u);
  std::vector<std::uint64_t> longer(expected.size());
  for (std::size_t i = 0; i < longer.size(); ++i) {
    const std::uint64_t half = FloatGeometric::half_of(first, i);
    longer[i] = (half >> 1) << 33 | (own_words(i)() >> 32) << 1 | half % 2;
  }
  std::size_t at = 0;
  std::vector<std::int64_t> out(longer.size());
  const auto serve = [&] { return longer.at(at++); };
  words.draw(std::span(out), serve);
  EXPECT_EQ(at, longer.size());  // none was unsure, so each had its own word
  EXPECT_EQ(out, expected);
}

// A stream that counts.
struct CountedWords {
  SeededWords words;
  std::size_t served = 0;
  std::uint64_t operator()() {
    ++served;
    return words();
  }
};

TEST(FloatGeometric, DrawsTheLowerHalfOfEachWordThenTheUpper) {
  const Rational scale(9, 4);
  const FloatGeometric noise(Sides::two, scale);
  for (const std::size_t size :
       {0u, 1u, 2u, 15u, 16u, 17u, 33u, 2047u, 2048u, 2049u, 5001u}) {
    CountedWords words{SeededWords(size)};
    std::vector<std::int64_t> out(size);
    noise.draw(std::span(out), words);
    EXPECT_EQ(words.served, (size + 1) / 2);
    SeededWords again(size);
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < size; ++i) {
      word = i % 2 == 0 ? again() : word >> 32;
      const auto none = []() -> std::uint64_t { throw "asked for more"; };
      ASSERT_EQ(out[i],
                reference(Sides::two, scale, static_cast<std::uint32_t>(word), none))
          << size << " " << i;
    }
  }
}

// An open half is prolonged by the words behind its batch.
TEST(FloatGeometric, DrawProlongsFromTheSameStream) {
  const Rational scale(9, 4);
  const auto t = float_thresholds(Sides::two, scale);
  const FloatGeometric noise(Sides::two, scale);
  const auto draw = [&](std::uint64_t more) {
    std::vector<std::uint64_t> served = {std::uint64_t{2 * t[2] + 1} << 32 | 2 * t[4],
                                         0xffff'fffe, more, ~more};
    std::size_t at = 0;
    const auto words = [&] { return served.at(at++); };
    std::array<std::int64_t, 3> out;
    noise.draw(std::span<std::int64_t>(out), words);
    EXPECT_EQ(at, 4u);
    return out;
  };
  EXPECT_EQ(draw(0), (std::array<std::int64_t, 3>{5, -2, 0}));
  EXPECT_EQ(draw(~std::uint64_t{0}), (std::array<std::int64_t, 3>{4, -3, 0}));
}

// Values -9 to 9 and both tails: 20 degrees of freedom, critical value at
// 1e-9: 83.4791.
double misfit(const std::vector<std::int64_t>& sample, double scale) {
  const double q = std::exp(-1 / scale);
  std::array<double, 21> seen{};
  for (const std::int64_t z : sample)
    ++seen[static_cast<std::size_t>(std::clamp<std::int64_t>(z, -10, 10) + 10)];
  double statistic = 0;
  for (int cell = -10; cell <= 10; ++cell) {
    const int size = std::abs(cell);
    const double law =
        size == 10 ? std::pow(q, 10) / (1 + q) : (1 - q) / (1 + q) * std::pow(q, size);
    const double expected = law * static_cast<double>(sample.size());
    const double count = seen[static_cast<std::size_t>(cell + 10)];
    statistic += (count - expected) * (count - expected) / expected;
  }
  return statistic;
}

TEST(FloatGeometric, FitsTheDiscreteLaplaceLaw) {
  SeededWords words(3);
  std::vector<std::int64_t> sample(1 << 22);
  FloatGeometric(Sides::two, Rational(9, 4)).draw(std::span(sample), words);
  EXPECT_LT(misfit(sample, 2.25), 83.4791);
  EXPECT_GT(misfit(sample, 2.25 * 1.01), 83.4791);
  EXPECT_GT(misfit(sample, 2.25 / 1.01), 83.4791);
}

}  // namespace
}  // namespace selvage
