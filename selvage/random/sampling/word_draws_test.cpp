#include "selvage/random/sampling/word_draws.hpp"

#include <map>
#include <vector>

#include <gtest/gtest.h>

namespace selvage {
namespace {

// Serves the given words, then tells that it is empty.
template <class Word>
struct Tape {
  struct Empty {};
  std::vector<Word> words;
  std::size_t at = 0;
  Word operator()() {
    if (at == words.size()) throw Empty{};
    return words[at++];
  }
};

// Exhaustive: of all words of the width each value is decided by exactly
// floor(2^width / n), and only 2^width mod n ask for another word.
template <class Word, class DoubleWord>
void every_value_has_the_same_words(Word n) {
  constexpr std::uint64_t all = std::uint64_t{1} << std::numeric_limits<Word>::digits;
  std::map<Word, std::uint64_t> decided;
  std::uint64_t undecided = 0;
  for (std::uint64_t word = 0; word < all; ++word) {
    Tape<Word> tape{{static_cast<Word>(word)}};
    try {
      ++decided[uniform_from_words<Word, DoubleWord>(tape, n)];
    } catch (const typename Tape<Word>::Empty&) {
      ++undecided;
    }
  }
  EXPECT_EQ(undecided, all % n);
  EXPECT_EQ(decided.size(), n);
  for (const auto& [value, words] : decided) {
    EXPECT_LT(value, n);
    EXPECT_EQ(words, all / n);
  }
}

TEST(Uniform, IsExactForEveryBoundOverAllEightBitWords) {
  for (int n = 1; n <= 255; ++n)
    every_value_has_the_same_words<std::uint8_t, std::uint16_t>(
        static_cast<std::uint8_t>(n));
}

TEST(Uniform, IsExactOverAllSixteenBitWords) {
  for (const int n : {1, 2, 3, 7, 100, 255, 256, 257, 1000, 32768, 32769, 65535})
    every_value_has_the_same_words<std::uint16_t, std::uint32_t>(
        static_cast<std::uint16_t>(n));
}

TEST(Uniform, LargeBoundsTakeTheirBitsFromTwoWords) {
  const Uint128 n = (Uint128{5} << 64) + 9;  // 67 bits: 3 of the high word
  Tape<std::uint64_t> tape{{std::uint64_t{4} << 61, 17}};
  EXPECT_TRUE(WordDraws(tape).below(n) == (Uint128{4} << 64) + 17);
  Tape<std::uint64_t> rejected{{std::uint64_t{5} << 61, 9, 0, 3}};
  EXPECT_TRUE(WordDraws(rejected).below(n) == 3);
  Tape<std::uint64_t> power{{21}};  // n = 2^64 needs one word and no high bits
  EXPECT_TRUE(WordDraws(power).below(Uint128{1} << 64) == 21);
}

TEST(Uniform, CoinsAreBelow) {
  Tape<std::uint64_t> words{{0, ~std::uint64_t{0}}};
  WordDraws draws(words);
  EXPECT_TRUE(draws.coin(1, 2));
  EXPECT_FALSE(draws.coin(1, 2));
}

}  // namespace
}  // namespace selvage
