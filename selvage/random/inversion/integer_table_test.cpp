#include "selvage/random/inversion/integer_table.hpp"

#include <gtest/gtest.h>

#include "selvage/random/bulk/table_testing.hpp"
#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {
namespace {

using namespace table_testing;
using Search = IntegerTable::Search;
using Weights = std::vector<std::uint64_t>;

constexpr std::uint64_t kHalf = std::uint64_t{1} << 63;
constexpr std::uint64_t kMost = ~std::uint64_t{0};

// Alone and among others, which takes another way through the scan.
std::int64_t value_of(const IntegerTable& table, std::uint64_t word) {
  std::int64_t value = -1;
  table.look_up(std::span(&word, 1), std::span(&value, 1));
  const Weights words(9, word);
  std::vector<std::int64_t> values(9);
  table.look_up(words, values);
  EXPECT_EQ(values, std::vector<std::int64_t>(9, value));
  return value;
}

// Weights with the sum 2^64: small ones, large ones, none.
Weights some_weights(std::size_t size, SeededWords& words) {
  Weights weights(size);
  Uint128 left = Uint128{1} << 64;
  for (std::size_t i = 0; i + 1 < size; ++i) {
    weights[i] = std::min<std::uint64_t>(words() >> (words() % 64),
                                         static_cast<std::uint64_t>(left / 2));
    left -= weights[i];
  }
  weights.back() = static_cast<std::uint64_t>(std::min<Uint128>(left, kMost));
  left -= weights.back();
  weights.front() += static_cast<std::uint64_t>(left);
  return weights;
}

// The words of each value are those from one sum to the next: at both ends of every
// stretch the value is the same, so that between them there are exactly w_i words.
TEST(IntegerTable, EachValueHasAsManyWordsAsItsWeight) {
  SeededWords words(4);
  for (const std::size_t size : {2u, 3u, 5u, 17u, 300u, 2000u}) {
    const Weights weights = some_weights(size, words);
    for (const Search search : {Search::scan, Search::guide}) {
      const auto table = IntegerTable::make(weights, search);
      ASSERT_TRUE(table);
      Uint128 sum = 0;
      for (std::size_t i = 0; i < size; ++i) {
        if (weights[i] == 0) continue;
        const auto first = static_cast<std::uint64_t>(sum);
        sum += weights[i];
        const auto last = static_cast<std::uint64_t>(sum - 1);
        EXPECT_EQ(value_of(*table, first), static_cast<std::int64_t>(i));
        EXPECT_EQ(value_of(*table, last), static_cast<std::int64_t>(i));
        EXPECT_EQ(value_of(*table, first + (last - first) / 2),
                  static_cast<std::int64_t>(i));
      }
      EXPECT_EQ(sum, Uint128{1} << 64);
    }
  }
}

// All beginnings of 16 bits, for weights that are whole numbers of 2^-16.
TEST(IntegerTable, CountsOfShortWordsAreTheWeights) {
  const Weights small{1, 7, 1024, 30000, 0, 29999, 65536 - 61031};
  Weights weights;
  for (const std::uint64_t weight : small) weights.push_back(weight << 48);
  for (const Search search : {Search::scan, Search::guide}) {
    const auto table = *IntegerTable::make(weights, search);
    std::vector<std::uint64_t> all(1 << 16);
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = i << 48 | (i * 77777 & 0xffff);
    std::vector<std::int64_t> values(all.size());
    table.look_up(all, values);
    Weights counts(small.size());
    for (const std::int64_t value : values) ++counts[static_cast<std::size_t>(value)];
    EXPECT_EQ(counts, small);
  }
}

TEST(IntegerTable, ScanAndGuideAgree) {
  SeededWords words(5);
  for (const std::size_t size : {2u, 9u, 100u, 1000u}) {
    const Weights weights = some_weights(size, words);
    const auto scan = *IntegerTable::make(weights, Search::scan);
    const auto guide = *IntegerTable::make(weights, Search::guide);
    for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 3000u}) {
      std::vector<std::int64_t> one(count), two(count);
      SeededWords first(size), second(size);
      scan.draw(one, first);
      guide.draw(two, second);
      EXPECT_EQ(one, two);
      EXPECT_EQ(first(), second());
    }
  }
}

TEST(IntegerTable, EndsAreRight) {
  for (const Search search : {Search::scan, Search::guide}) {
    const auto tiny = *IntegerTable::make(Weights{1, kMost - 1, 1}, search);
    EXPECT_EQ(value_of(tiny, 0), 0);
    EXPECT_EQ(value_of(tiny, 1), 1);
    EXPECT_EQ(value_of(tiny, kMost - 1), 1);
    EXPECT_EQ(value_of(tiny, kMost), 2);
    // A sum of 2^64 before the last value is no sum of 0.
    const auto none_left = *IntegerTable::make(Weights{kHalf, kHalf, 0, 0}, search);
    EXPECT_EQ(value_of(none_left, 0), 0);
    EXPECT_EQ(value_of(none_left, kHalf), 1);
    EXPECT_EQ(value_of(none_left, kMost), 1);
    const auto none_first = *IntegerTable::make(Weights{0, 0, kHalf, 0, kHalf}, search);
    EXPECT_EQ(value_of(none_first, 0), 2);
    EXPECT_EQ(value_of(none_first, kHalf), 4);
  }
}

// Alarms at 1e-9, and finds weights that are off by 1 %.
TEST(IntegerTable, SamplesFitTheirWeightsAndNoOthers) {
  Weights weights(20, kMost / 20);
  weights[3] += kMost % 20 + 1;
  for (const Search search : {Search::scan, Search::guide}) {
    SeededWords words(12);
    std::vector<std::int64_t> sample(1 << 21);
    IntegerTable::make(weights, search)->draw(sample, words);
    std::map<std::int64_t, double> masses;
    for (int i = 0; i < 20; ++i) masses[i] = 0.05;
    EXPECT_GT(fit(sample, masses), 1e-9);
    for (int i = 0; i < 20; ++i) masses[i] = i % 2 == 0 ? 0.0505 : 0.0495;
    EXPECT_LT(fit(sample, masses), 1e-9);
  }
}

TEST(IntegerTable, RefusesWeightsOfAnotherSum) {
  const std::vector<Weights> all_bad{{},
                                     {0},
                                     {kMost},
                                     {kHalf, kHalf - 1},
                                     {kHalf, kHalf, 1},
                                     {kHalf, kHalf, kHalf, kHalf},
                                     {kMost, kMost, 2}};
  for (const Weights& bad : all_bad) {
    const auto table = IntegerTable::make(bad, Search::scan);
    ASSERT_FALSE(table);
    EXPECT_EQ(table.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(table.error().message,
              "the weights of an integer table must have the sum 2^64");
  }
}

}  // namespace
}  // namespace selvage
