#include "selvage/random/stream/seeded_words.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace selvage {
namespace {

std::vector<std::uint64_t> one_by_one(SeededWords words, std::size_t count) {
  std::vector<std::uint64_t> drawn(count);
  for (auto& word : drawn) word = words();
  return drawn;
}

// An experiment repeats on every machine as long as these numbers stand. The first
// eight words are vector 1 of RFC 8439, A.1; the others are ChaCha20 in Python
// integers.
TEST(SeededWords, AreTheseNumbers) {
  const auto zero = one_by_one(SeededWords(0), 1028);
  const std::uint64_t first[] = {
      0x903df1a0ade0b876, 0x28bd8653e56a5d40, 0x1aed8da0b819d2bd, 0xc70d778bccef36a8,
      0x8d4857517c5941da, 0x374ad8b83fe02477, 0x1ca11815f4b8436a, 0x8665eeb269b687c3};
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(zero[i], first[i]) << i;
  EXPECT_EQ(zero[1023], 0x8b19e17d03b5ec7f);
  EXPECT_EQ(zero[1024], 0xfb7815c6d6df3fef);
  EXPECT_EQ(zero[1025], 0x803bd33dbd35cff5);

  const auto other = one_by_one(SeededWords(0x0123456789abcdef), 3074);
  EXPECT_EQ(other[3071], 0xf704e881ed1ea55b);
  EXPECT_EQ(other[3072], 0xef2c717ded77d05d);
  EXPECT_EQ(other[3073], 0xf8d16ce3a5069e15);
}

TEST(SeededWords, FillGivesTheWordsThatOneByOneGives) {
  const auto expected = one_by_one(SeededWords(9), 40'000);
  for (const std::size_t piece :
       {1u, 2u, 63u, 64u, 100u, 1023u, 1024u, 1025u, 2048u, 3000u, 20'000u}) {
    SeededWords words(9);
    std::vector<std::uint64_t> drawn(expected.size());
    for (std::size_t at = 0; at < drawn.size(); at += piece)
      words.fill(std::span(drawn).subspan(at, std::min(piece, drawn.size() - at)));
    EXPECT_EQ(drawn, expected) << piece;
  }
}

// The sizes are words of another seed, so that all places of a block are met.
TEST(SeededWords, SinglesAndFillsOfAnySizeMix) {
  const auto expected = one_by_one(SeededWords(10), 100'000);
  SeededWords words(10), sizes(11);
  std::vector<std::uint64_t> drawn(expected.size());
  std::span<std::uint64_t> rest = drawn;
  while (!rest.empty()) {
    const std::uint64_t size = sizes();
    const std::size_t count = std::min<std::size_t>(size % 1500, rest.size());
    if (size >> 63 == 0) {
      words.fill(rest.first(count));
    } else {
      for (auto& word : rest.first(count)) word = words();
    }
    rest = rest.subspan(count);
  }
  EXPECT_EQ(drawn, expected);
}

TEST(SeededWords, AnEmptyFillServesNothing) {
  SeededWords words(12);
  words.fill({});
  EXPECT_EQ(words(), one_by_one(SeededWords(12), 1)[0]);
}

}  // namespace
}  // namespace selvage
