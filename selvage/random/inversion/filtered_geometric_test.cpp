// The sampler of releases, on every word of a small width and on fixed seeds. Theory:
// T12.
#include "selvage/random/inversion/filtered_geometric.hpp"

#include <map>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/base/interval.hpp"
#include "selvage/outcome/chi_square.hpp"
#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {
namespace {

using Sides = FilteredGeometric::Sides;

// Exact probability of a value, by formulas that share nothing with the sampler.
Interval probability(Sides sides, const Rational& scale, std::int64_t value) {
  const Interval q = exp(Interval(Rational(-1) / scale));
  const Interval power = exp(Interval(absolute(Rational(value)) * -1 / scale));
  return sides == Sides::one ? (Interval(1) - q) * power
                             : (Interval(1) - q) / (Interval(1) + q) * power;
}

struct Drive {
  std::map<std::int64_t, std::int64_t> decided;  // how many words give this value
  std::vector<std::uint64_t> open;
};

Drive all_words(const FilteredGeometric& noise, unsigned places) {
  Drive drive;
  for (std::uint64_t first = 0; first < std::uint64_t{2} << places; first += kBatch) {
    std::array<std::uint64_t, kBatch> words;
    std::iota(words.begin(), words.end(), first);
    std::array<std::int64_t, kBatch> values;
    std::array<std::uint32_t, kBatch> unsure;
    const std::size_t open = noise.decide(words, values, unsure);
    std::size_t next = 0;
    for (std::size_t i = 0; i < kBatch; ++i)
      if (next < open && unsure[next] == i) {
        drive.open.push_back(words[i]);
        ++next;
      } else {
        ++drive.decided[values[i]];
      }
  }
  return drive;
}

// For each value: decided <= 2^16 P <= decided + what may still become it. The whole
// distribution is walked, by the kernels that are shipped; no statistics.
TEST(FilteredGeometric, IsExactOnAllSixteenBitWords) {
  constexpr unsigned kPlaces = 15;
  constexpr std::int64_t kWords = 1 << 16;
  for (const FilterKernel& kernel : filter_kernels())
    for (const Sides sides : {Sides::one, Sides::two})
      for (const Rational& scale : {Rational(1, 20), Rational(1, 2), Rational(1),
                                    Rational(7, 3), Rational(10), Rational(100)}) {
        const FilteredGeometric noise(sides, scale,
                                      {.places = kPlaces, .kernel = kernel});
        const GeometricInversion law(sides, scale);
        const Drive drive = all_words(noise, kPlaces);
        // Each open word may become any value between those at its two ends.
        std::map<std::int64_t, std::int64_t> may_become;
        std::int64_t endless = 0;
        for (const std::uint64_t word : drive.open) {
          if (word >> 1 == 0) {
            ++endless;
            continue;
          }
          const auto least =
              law.at(PartialReal((word >> 1 << 48) + (1ull << 48) - 1, 63));
          const auto most = law.at(PartialReal(word >> 1 << 48, 63));
          ASSERT_TRUE(least && most);
          for (std::int64_t v = *least; v <= *most; ++v)
            ++may_become[sides == Sides::two && word % 2 == 1 ? -v : v];
        }
        EXPECT_EQ(endless, 2);  // U = 0, both signs
        // Each of some 10.5 scale thresholds lies in one step of u, that is in two
        // words; the filter's width of a step is up to an eighth too large.
        EXPECT_LE(static_cast<double>(drive.open.size()),
                  2 * (10.5 * 9 / 8 * scale.to_double() + 3));
        Rational total = 0;
        for (const auto& [value, count] : drive.decided) {
          const Interval expected = probability(sides, scale, value) * Interval(kWords);
          // Minus zero counts for zero.
          EXPECT_LE(Rational(count), expected.upper()) << scale.text() << ' ' << value;
          EXPECT_GE(Rational(count + may_become[value] + endless), expected.lower())
              << scale.text() << ' ' << value;
          total = total + count;
        }
        EXPECT_EQ(total + static_cast<std::int64_t>(drive.open.size()), kWords);
      }
}

// The same for what follows an open word: all bytes after it, by the exact path's own
// decision.
TEST(FilteredGeometric, ProlongedWordsAreExactToo) {
  constexpr unsigned kPlaces = 15;
  const Rational scale(7, 3);
  const FilteredGeometric noise(Sides::two, scale, {.places = kPlaces});
  const GeometricInversion law(Sides::two, scale);
  Drive drive = all_words(noise, kPlaces);
  std::map<std::int64_t, std::int64_t> decided, open;
  for (const auto& [value, count] : drive.decided) decided[value] = count * 256;
  for (const std::uint64_t word : drive.open)
    for (std::uint64_t byte = 0; byte < 256; ++byte) {
      PartialReal u(word >> 1, kPlaces);
      u.append(byte, 8);
      const auto size = law.at(u);
      if (size)
        ++decided[word % 2 == 1 ? -*size : *size];
      else
        ++open[0];
    }
  // One for each threshold, of which the word 0 holds more than one.
  EXPECT_LE(open[0], static_cast<std::int64_t>(2 * drive.open.size()));
  for (const auto& [value, count] : decided) {
    const Interval expected = probability(Sides::two, scale, value) * Interval(1 << 24);
    EXPECT_LE(Rational(count), expected.upper()) << value;
    EXPECT_GE(Rational(count + open[0]), expected.lower()) << value;
  }
}

// A uniform number has one value: whatever sends a word to the exact path, if what
// follows the word is the same, so is the value.
TEST(FilteredGeometric, ForcingTheExactPathChangesNothing) {
  constexpr std::size_t kCount = 1000;
  for (const FilterKernel& kernel : filter_kernels())
    for (const Sides sides : {Sides::one, Sides::two})
      for (const Rational& scale :
           {Rational(1, 3), Rational(1), Rational(22, 7), Rational(1'000'000)}) {
        std::vector<std::int64_t> first;
        std::size_t last_open = 0;
        for (const double slack : {kFilterSlack, 0x1p-12, 0.5, 64.0}) {
          const FilteredGeometric noise(sides, scale,
                                        {.slack = slack, .kernel = kernel});
          SeededWords words(17);
          std::array<std::uint64_t, kCount> batch;
          words.fill(batch);
          std::vector<std::int64_t> values(kCount);
          std::array<std::uint32_t, kBatch> unsure;
          const std::size_t open = noise.decide(batch, values, unsure);
          for (std::size_t i = 0; i < open; ++i) {
            SeededWords own(unsure[i]);
            values[unsure[i]] = noise.exact(batch[unsure[i]], std::ref(own));
          }
          if (first.empty()) first = values;
          EXPECT_EQ(values, first)
              << kernel.name << ' ' << scale.text() << ' ' << slack;
          EXPECT_GE(open, last_open);
          last_open = open;
        }
        EXPECT_EQ(last_open, kCount);  // with slack 64 every word went that way
      }
}

// An open word is decided by what follows it, on either side of the threshold.
TEST(FilteredGeometric, MoreBitsOfTheSameNumberDecide) {
  // |Z| >= 1 for scale 1 below T = 2q/(1+q); its first places by the table of floors.
  const std::uint64_t t64 = 9922187141663961707ull;  // floor(2^64 T)
  const std::uint64_t word = t64 >> 1 << 1;          // the 63 places of T, sign 0
  const FilteredGeometric noise(Sides::two, 1);
  std::int64_t value = 0;
  std::array<std::uint32_t, kBatch> unsure;
  ASSERT_EQ(noise.decide({&word, 1}, {&value, 1}, unsure), 1u);
  const std::uint64_t next = t64 << 63;  // the 64th place of T
  std::vector<std::uint64_t> asked;
  const auto with = [&](std::uint64_t more) {
    asked.clear();
    return noise.exact(word, [&] {
      asked.push_back(more);
      return more;
    });
  };
  EXPECT_EQ(with(next == 0 ? 0 : next - 1), 1);
  EXPECT_EQ(asked.size(), 1u);
  EXPECT_EQ(with(~std::uint64_t{0}), 0);
  EXPECT_EQ(asked.size(), 1u);
}

TEST(FilteredGeometric, OpenWordsAreAsRareAsStated) {
  // Scale 2^30: at most 2^-39 2^30 + 2^-61 of them, about 2^-9. Fixed seed.
  const FilteredGeometric noise(Sides::two, Rational::power_of_two(30));
  SeededWords words(23);
  std::size_t open = 0;
  constexpr std::size_t kBatches = 1024;
  for (std::size_t i = 0; i < kBatches; ++i) {
    std::array<std::uint64_t, kBatch> batch;
    words.fill(batch);
    std::array<std::int64_t, kBatch> values;
    std::array<std::uint32_t, kBatch> unsure;
    open += noise.decide(batch, values, unsure);
  }
  const double expected = 0x1p-9 * kBatches * kBatch;
  EXPECT_LT(static_cast<double>(open), expected + 6 * std::sqrt(expected));
  EXPECT_GT(static_cast<double>(open), expected - 6 * std::sqrt(expected));
}

// Draws whose words are open go on with what follows in the stream, in their order.
TEST(FilteredGeometric, DrawProlongsTheSameNumbers) {
  for (const FilterKernel& kernel : filter_kernels())
    for (const double slack : {0.02, 1.0, 64.0}) {
      const FilteredGeometric noise(Sides::two, 3, {.slack = slack, .kernel = kernel});
      SeededWords words(19), again(19);
      std::vector<std::int64_t> drawn(2500), expected(2500);
      noise.draw(drawn, words);
      std::size_t open = 0;
      for (std::size_t first = 0; first < expected.size(); first += kBatch) {
        const std::size_t count = std::min(kBatch, expected.size() - first);
        std::vector<std::uint64_t> batch(count);
        again.fill(batch);
        const auto part = std::span(expected).subspan(first, count);
        std::array<std::uint32_t, kBatch> unsure;
        const std::size_t left = noise.decide(batch, part, unsure);
        for (std::size_t i = 0; i < left; ++i)
          part[unsure[i]] = noise.exact(batch[unsure[i]], std::ref(again));
        open += left;
      }
      EXPECT_TRUE(drawn == expected) << kernel.name << ' ' << slack;
      EXPECT_EQ(words(), again());
      EXPECT_GT(open, 100u);
    }
}

// Sizes of every remainder, and words used once: the draws of a long span are those of
// its parts.
TEST(FilteredGeometric, ASpanIsTheSumOfItsParts) {
  const FilteredGeometric noise(Sides::two, Rational(5, 2));
  for (const std::size_t size : {0u, 1u, 7u, 8u, 9u, 63u, 1023u, 1024u, 1025u, 5000u}) {
    SeededWords one(2), two(2);
    std::vector<std::int64_t> whole(size), parts(size);
    noise.draw(whole, one);
    for (std::size_t i = 0; i < size; i += 3)
      noise.draw(std::span(parts).subspan(i, std::min<std::size_t>(3, size - i)), two);
    EXPECT_EQ(whole, parts) << size;
    EXPECT_EQ(one(), two());
  }
}

// Fixed seeds; false-alarm rate 1e-9 by choice of the critical value. A scale 1 % off
// is found.
TEST(FilteredGeometric, FitsItsLaw) {
  for (const Rational& scale : {Rational(1), Rational(9, 4), Rational(10)}) {
    SeededWords words(31);
    std::vector<std::int64_t> sample(1 << 22);
    FilteredGeometric(Sides::two, scale).draw(sample, words);
    EXPECT_LT(chi_square(sample, Draw::laplace(scale)), kChiSquareCritical);
    EXPECT_GT(chi_square(sample, Draw::laplace(scale * Rational(99, 100))),
              kChiSquareCritical);
    FilteredGeometric(Sides::one, scale).draw(sample, words);
    EXPECT_LT(chi_square(sample, Draw::geometric(scale)), kChiSquareCritical);
    EXPECT_GT(chi_square(sample, Draw::geometric(scale * Rational(101, 100))),
              kChiSquareCritical);
  }
}

TEST(FilteredGeometric, TakesOnlyScalesThatItsProofCovers) {
  EXPECT_TRUE(FilteredGeometric::fits(Rational::power_of_two(30)));
  EXPECT_TRUE(FilteredGeometric::fits(Rational::power_of_two(-62)));
  for (const Rational& scale :
       {Rational(0), Rational(-1), Rational::power_of_two(30) + 1,
        Rational::power_of_two(-63), Rational::power_of_two(-1074),
        Rational::power_of_two(1023)})
    EXPECT_FALSE(FilteredGeometric::fits(scale)) << scale.text();
  EXPECT_DEATH(FilteredGeometric(Sides::two, 0), "");
  EXPECT_DEATH(FilteredGeometric(Sides::two, -1), "");
  EXPECT_DEATH(FilteredGeometric(Sides::two, Rational::power_of_two(31)), "");
  EXPECT_DEATH(FilteredGeometric(Sides::two, 1, {.slack = 0x1p-41}), "");
}

// The least scale: noise that is 0 with all but exp(-2^62) of certainty.
TEST(FilteredGeometric, TheLeastScaleGivesNoNoise) {
  SeededWords words(1);
  std::vector<std::int64_t> sample(10'000, 7);
  FilteredGeometric(Sides::two, Rational::power_of_two(-62)).draw(sample, words);
  EXPECT_EQ(std::count(sample.begin(), sample.end(), 0), 10'000);
}

}  // namespace
}  // namespace selvage
