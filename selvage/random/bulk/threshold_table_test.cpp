#include "selvage/random/bulk/threshold_table.hpp"

#include <gtest/gtest.h>

#include "selvage/random/bulk/table_testing.hpp"
#include "selvage/random/inversion/filtered_geometric.hpp"
#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {
namespace {

using namespace table_testing;

// What the whole sampler returns for this word, if it does not ask for more.
std::optional<std::int64_t> drawn(const ThresholdTable& table, std::uint64_t word) {
  ListedWords words{{word}};
  std::int64_t value;
  try {
    table.draw(std::span(&value, 1), words);
  } catch (const NoMoreWords&) {
    return std::nullopt;
  }
  return value;
}

struct TableCase {
  const char* name;
  Result<ThresholdLaw> law;
  Kind kind;
  Rational parameter;
  std::int64_t last;
  std::uint64_t undecided;
};

std::vector<TableCase> table_cases() {
  return {{"two-sided 1", ThresholdLaw::two_sided(1), Kind::two_sided, 1, 0, 12},
          {"gaussian 9", ThresholdLaw::gaussian(9), Kind::gaussian, 9, 0, 14},
          {"geometric 0.64", ThresholdLaw::geometric(Rational(25, 16)), Kind::geometric,
           Rational(25, 16), 0, 18},
          {"truncated 0.01", ThresholdLaw::truncated(100, 63), Kind::truncated, 100, 63,
           63},
          {"truncated two-sided 1/2", ThresholdLaw::truncated_two_sided(2, 2),
           Kind::truncated_two_sided, 2, 2, 2}};
}

// The whole sampler on all words with 16 places, and once more on all that can follow
// the words that it leaves open: no value comes out more often than it may.
TEST(ThresholdTable, DrawsNoValueTooOften) {
  for (const auto& c : table_cases()) {
    const auto thresholds = thresholds_of(c.kind, c.parameter, 60, c.last);
    const auto table = *ThresholdTable::make(*c.law, 16);
    Census census;
    std::vector<std::uint64_t> open;
    for (std::uint64_t u = 0; u < kAll; ++u) {
      const auto value = drawn(table, u << 48);
      count(census, u, 16, value, thresholds);
      if (!value) open.push_back(u);
      if (c.law->symmetric() && value) {
        ASSERT_EQ(drawn(table, u << 48 | 1), -*value);
      } else if (value) {
        ASSERT_EQ(drawn(table, u << 48 | 1), value);
      }
    }
    expect_brackets(census, thresholds, Rational::from_uint64(kAll), c.name);
    EXPECT_EQ(census.undecided, c.undecided) << c.name;

    const auto deeper = *ThresholdTable::make(*c.law, 32);
    Census all;
    all.undecided = 0;
    for (const auto& [value, number] : census.decided)
      all.decided[value] = number * kAll;
    for (const std::uint64_t u : open)
      for (std::uint64_t more = 0; more < kAll; ++more)
        count(all, u << 16 | more, 32, drawn(deeper, u << 48 | more << 32), thresholds);
    expect_brackets(all, thresholds, Rational::from_uint64(kAll * kAll), c.name);
  }
}

// What follows a word that is left open belongs to the same number: it decides between
// the same two values, by the same threshold.
TEST(ThresholdTable, ProlongsTheSameNumber) {
  const auto law = *ThresholdLaw::two_sided(1);
  const auto coarse = *ThresholdTable::make(law, 8), fine = *ThresholdTable::make(law);
  SeededWords words(5);
  int prolonged = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t first = words() & 0xff00000000000000u, next = words();
    std::int64_t value;
    ListedWords list{{first, next, words()}};
    coarse.draw(std::span(&value, 1), list);
    prolonged += list.used > 1;
    EXPECT_EQ(value, fine.find(first | next >> 8)) << first << ' ' << next;
  }
  EXPECT_GT(prolonged, 200);
}

// Word by word the same values as by the logarithm, on the words that follow too.
TEST(ThresholdTable, AgreesWithTheFilteredInversion) {
  for (const std::int64_t scale : {1, 10, 100}) {
    const auto table = *ThresholdTable::make(*ThresholdLaw::two_sided(scale));
    const FilteredGeometric filtered(FilteredGeometric::Sides::two, scale);
    SeededWords words(static_cast<std::uint64_t>(scale));
    std::vector<std::uint64_t> batch(kBatch);
    std::vector<std::int64_t> ours(kBatch), theirs(kBatch);
    std::array<std::uint32_t, kBatch> unsure;
    for (int round = 0; round < 1000; ++round) {
      words.fill(batch);
      if (round % 10 == 0)  // both must ask for more
        for (std::size_t i = 0; i < 16; ++i)
          batch[i] = table.bounds()[(i + static_cast<std::size_t>(round)) %
                                    table.bounds().size()] |
                     (i & 1);
      const std::uint64_t more = words();
      const auto next = [&] { return more; };
      for (std::size_t left = filtered.decide(batch, theirs, unsure); left > 0; --left)
        theirs[unsure[left - 1]] = filtered.exact(batch[unsure[left - 1]], next);
      for (std::size_t left = table.find(batch, ours, unsure); left > 0; --left)
        ours[unsure[left - 1]] = table.exact(batch[unsure[left - 1]], next);
      for (std::size_t i = 0; i < kBatch; ++i)
        ASSERT_EQ(batch[i] % 2 == 1 ? -ours[i] : ours[i], theirs[i]) << batch[i];
    }
  }
}

TEST(ThresholdTable, ExactPathAgreesWithTheTable) {
  SeededWords words(8);
  for (const auto& c : table_cases()) {
    const auto table = *ThresholdTable::make(*c.law);
    for (int i = 0; i < 300; ++i) {
      const std::uint64_t word = words() >> (i % 50);
      const auto found = table.find(word);
      ASSERT_TRUE(found);
      EXPECT_EQ(table.exact(word, std::ref(words)), *found) << c.name;
    }
  }
}

TEST(ThresholdTable, LastValueNeedsNoMoreWords) {
  const auto table = *ThresholdTable::make(*ThresholdLaw::truncated(2, 3));
  EXPECT_EQ(drawn(table, 0), 3);
  EXPECT_EQ(drawn(table, 1), 3);
  EXPECT_FALSE(drawn(*ThresholdTable::make(*ThresholdLaw::geometric(2)), 0));
  const auto coin = *ThresholdTable::make(*ThresholdLaw::truncated(Rational(7, 3), 1));
  EXPECT_EQ(drawn(coin, 0), 1);
  EXPECT_EQ(drawn(coin, ~std::uint64_t{0}), 0);
}

std::vector<std::int64_t> sample_of(const ThresholdLaw& law, std::size_t size) {
  SeededWords words(77);
  std::vector<std::int64_t> sample(size);
  ThresholdTable::make(law)->draw(sample, words);
  return sample;
}

// Alarms at 1e-9, and finds a scale that is off by 1 %.
TEST(ThresholdTable, SamplesFitTheirLawAndNoOther) {
  for (const auto& c : table_cases()) {
    if (c.last != 0) continue;
    expect_fit_and_no_other(c, sample_of(*c.law, 1 << 21));
  }
}

TEST(ThresholdTable, RefusesLawsOfTooManyValues) {
  EXPECT_TRUE(ThresholdTable::fits(*ThresholdLaw::two_sided(100)));
  EXPECT_TRUE(ThresholdTable::fits(*ThresholdLaw::gaussian(400 * 400)));
  EXPECT_TRUE(ThresholdTable::fits(*ThresholdLaw::truncated(1 << 30, 4000)));
  EXPECT_FALSE(ThresholdTable::fits(*ThresholdLaw::two_sided(105)));
  EXPECT_FALSE(ThresholdTable::make(*ThresholdLaw::geometric(1 << 20)));
  EXPECT_FALSE(ThresholdTable::make(*ThresholdLaw::gaussian(1 << 20)));
  EXPECT_EQ(ThresholdTable::make(*ThresholdLaw::geometric(1 << 20)).error().message,
            "the law has too many values for a table of thresholds");
}

TEST(ThresholdTable, LargeGaussianTableIsBuilt) {
  const auto table = ThresholdTable::make(*ThresholdLaw::gaussian(400 * 400));
  ASSERT_TRUE(table);
  EXPECT_GT(table->bounds().size(), 3500u);
}

}  // namespace
}  // namespace selvage
