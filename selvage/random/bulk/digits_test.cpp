#include "selvage/random/bulk/digits.hpp"

#include <gtest/gtest.h>

#include "selvage/random/bulk/table_testing.hpp"
#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {
namespace {

using namespace table_testing;
using DigitsSides = Digits::Sides;

// The bits of the digits from the lowest, without B.
struct DigitsCase {
  Rational scale;
  std::vector<unsigned> widths;
};

std::vector<DigitsCase> digits_cases() {
  return {{Rational(3, 2), {}},
          {2, {}},
          {3, {2}},
          {Rational(20, 3), {3}},
          {10, {4}},
          {100, {6}},
          {Rational(2001, 10), {6, 2}},
          {1'000'000, {6, 6, 6, 2}},
          {Rational::power_of_two(36), {6, 6, 6, 6, 6, 6}}};
}

std::vector<ThresholdLaw> laws_of(const DigitsCase& c) {
  std::vector<ThresholdLaw> laws;
  Rational place = c.scale;
  for (const unsigned width : c.widths) {
    laws.push_back(*ThresholdLaw::truncated(place, (1 << width) - 1));
    place = place / (1 << width);
  }
  laws.push_back(*ThresholdLaw::geometric(place));
  return laws;
}

// P(D) P(B) = (1-q) q^(D + 4 B) as bounds of both sides, from sums of fractions.
TEST(Digits, ProductOfTheDigitsIsTheLaw) {
  const Rational scale(7, 2);
  const auto digit = thresholds_of(Kind::truncated, scale, 0, 3);
  const auto rest = thresholds_of(Kind::geometric, scale / 4, 20);
  const auto all = thresholds_of(Kind::geometric, scale, 100);
  for (std::size_t d = 0; d < 4; ++d)
    for (std::size_t b = 0; b < 20; ++b) {
      const Between low = digit[d] - (d < 3 ? digit[d + 1] : exactly(0));
      const Between product = low * (rest[b] - rest[b + 1]);
      const Between mass = all[d + 4 * b] - all[d + 4 * b + 1];
      EXPECT_LE(product.lower, mass.upper);
      EXPECT_LE(mass.lower, product.upper);
      EXPECT_LT(mass.upper - mass.lower, Rational::power_of_two(-300));
    }
}

// Every digit from its own words, then the signs; what is refused leaves no gap.
std::vector<std::int64_t> by_hand(const DigitsCase& c, DigitsSides sides,
                                  std::size_t size, SeededWords& words) {
  std::vector<std::int64_t> result;
  while (result.size() < size) {
    const std::size_t left = size - result.size();
    const std::size_t blocks =
        left < 1024
            ? std::min<std::size_t>((left + left / 16) / 64 / 4 * 4 + 4, 16)
            : std::min<std::size_t>((left / 64 - 1) / 4 * 4, ByteTable::kBatchBlocks);
    std::vector<std::int64_t> numbers(blocks * 64);
    unsigned shift = 0;
    for (std::size_t d = 0; d <= c.widths.size(); ++d) {
      const auto sizes = sizes_by_hand(laws_of(c)[d], blocks, words);
      for (std::size_t lane = 0; lane < numbers.size(); ++lane)
        numbers[lane] += sizes[lane] << shift;
      if (d < c.widths.size()) shift += c.widths[d];
    }
    std::vector<std::uint64_t> signs(blocks);
    if (sides == DigitsSides::two) words.fill(signs);
    for (std::size_t lane = 0; lane < numbers.size() && result.size() < size; ++lane) {
      const bool minus = (signs[lane / 64] >> lane % 64 & 1) == 1;
      if (minus && numbers[lane] == 0) continue;
      result.push_back(minus ? -numbers[lane] : numbers[lane]);
    }
  }
  return result;
}

TEST(Digits, DrawsWhatItsWordsSay) {
  for (const auto& c : digits_cases())
    for (const DigitsSides sides : {DigitsSides::one, DigitsSides::two})
      for (const std::size_t size : {0u, 1u, 64u, 300u, 1024u, 5000u}) {
        SeededWords hand(size + 17);
        const auto values_by_hand = by_hand(c, sides, size, hand);
        for (const auto& kernel : byte_kernels()) {
          SeededWords words(size + 17);
          std::vector<std::int64_t> values(size + 1, 4242);
          const auto digits = Digits::make(sides, c.scale, 64, kernel);
          ASSERT_TRUE(digits);
          digits->draw(std::span(values).first(size), words);
          EXPECT_EQ(values.back(), 4242);
          values.pop_back();
          ASSERT_EQ(values, values_by_hand) << c.scale.text() << ' ' << kernel.name;
          EXPECT_EQ(words(), SeededWords(hand)());  // it took as many words
        }
      }
}

// Bytes 0 in half of the lanes, so that B is drawn from 576 zeros and too large for its
// byte; bytes 255 in the others, where all digits are 0 and minus is refused.
TEST(Digits, NumbersBeyondBytesAreDrawnToo) {
  struct Listed {
    std::size_t served = 0;
    std::uint64_t operator()() {
      return served++ % 9 == 8 ? std::uint64_t{1} << 63 : 0;
    }
    void fill(std::span<std::uint64_t> out) {
      std::fill(out.begin(), out.end(), 0);
      if (out.size() == 4)  // signs of four blocks
        std::fill(out.begin(), out.end(), 0xaaaaaaaaaaaaaaaau);
      if (out.size() == 64)  // bytes of four blocks
        for (std::size_t i = 1; i < 64; i += 2) out[i] = ~std::uint64_t{0};
    }
  };
  PartialReal u(0, 64);
  for (int i = 0; i < 8; ++i) u.append(0, 64);
  u.append(std::uint64_t{1} << 63, 64);
  const auto rest = ThresholdLaw::geometric(Rational(3, 4))->at(u);
  ASSERT_TRUE(rest);
  ASSERT_GT(*rest, ByteJoin::kMostSize);
  for (const auto& kernel : byte_kernels()) {
    Listed words;
    std::vector<std::int64_t> values(48);
    Digits::make(DigitsSides::two, 3, 64, kernel)->draw(values, words);
    std::vector<std::int64_t> expected;
    for (std::size_t lane = 0; lane < 64; ++lane) {
      const std::int64_t size = lane / 8 % 2 == 0 ? 3 + 4 * *rest : 0;
      if (lane % 2 == 0 || size != 0) expected.push_back(lane % 2 == 1 ? -size : size);
    }
    EXPECT_EQ(values, expected) << kernel.name;
  }
}

// Cells of about equal probability; alarms at 1e-9, and finds a scale off by 1 %.
TEST(Digits, SamplesFitTheirLawAndNoOther) {
  for (const auto& c : digits_cases()) {
    if (c.scale < Rational(3)) continue;
    for (const DigitsSides sides : {DigitsSides::one, DigitsSides::two}) {
      SeededWords words(79);
      std::vector<std::int64_t> sample(1 << 21);
      Digits::make(sides, c.scale)->draw(sample, words);
      const auto fit_to = [&](const Rational& scale) {
        const double s = scale.to_double(), q = std::exp(-1 / s);
        std::vector<std::int64_t> cells;  // of sizes: the first is 0 alone
        for (int i = 0; i < 10; ++i) {
          const auto next = static_cast<std::int64_t>(-s * std::log(1 - i / 10.)) + 1;
          if (cells.empty() || next > cells.back()) cells.push_back(next);
        }
        std::map<std::int64_t, double> masses;
        double from = 1;
        for (std::size_t i = 0; i <= cells.size(); ++i) {
          const double tail = i == cells.size()
                                  ? 0
                                  : std::pow(q, static_cast<double>(cells[i])) *
                                        (sides == DigitsSides::two ? 2 / (1 + q) : 1);
          const auto cell = static_cast<std::int64_t>(i);
          if (sides == DigitsSides::two && i > 0) {
            masses[cell] = masses[-cell] = (from - tail) / 2;
          } else {
            masses[cell] = from - tail;
          }
          from = tail;
        }
        std::vector<std::int64_t> numbers;
        for (const std::int64_t z : sample) {
          const auto cell =
              std::upper_bound(cells.begin(), cells.end(), std::abs(z)) - cells.begin();
          numbers.push_back(z < 0 ? -cell : cell);
        }
        return fit(numbers, masses);
      };
      EXPECT_GT(fit_to(c.scale), 1e-9) << c.scale.text();
      EXPECT_LT(fit_to(c.scale * Rational(101, 100)), 1e-9) << c.scale.text();
    }
  }
}

// Within 6 standard errors: wrong digits have shown here where histograms were perfect.
TEST(Digits, VarianceIsThatOfTheLaw) {
  for (const auto& c : digits_cases()) {
    SeededWords words(80);
    std::vector<std::int64_t> sample(1 << 20);
    Digits::make(DigitsSides::two, c.scale)->draw(sample, words);
    const double p = -std::expm1(-1 / c.scale.to_double()), q = 1 - p;
    const double variance = 2 * q / (p * p);
    const double fourth = 2 * q * (1 + 10 * q + q * q) / std::pow(p, 4);
    double mean = 0, squares = 0;
    for (const std::int64_t z : sample) {
      mean += static_cast<double>(z);
      squares += static_cast<double>(z) * static_cast<double>(z);
    }
    const auto n = static_cast<double>(sample.size());
    EXPECT_LT(std::abs(mean / n), 6 * std::sqrt(variance / n)) << c.scale.text();
    EXPECT_LT(std::abs(squares / n - variance),
              6 * std::sqrt((fourth - variance * variance) / n))
        << c.scale.text();
  }
}

TEST(Digits, RefusesScalesThatDoNotFit) {
  for (const Rational& bad : {Rational(0), Rational(-2), Rational::power_of_two(-63),
                              Rational::power_of_two(36) + 1}) {
    EXPECT_FALSE(Digits::fits(bad));
    EXPECT_FALSE(Digits::make(DigitsSides::two, bad));
  }
  EXPECT_TRUE(Digits::make(DigitsSides::two, Rational::power_of_two(-62)));
  EXPECT_EQ(Digits::make(DigitsSides::one, -2).error().message,
            "the scale is -2, not between 2^-62 and 2^36");
}

}  // namespace
}  // namespace selvage
