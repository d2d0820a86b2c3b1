// Uniform integers from a stream of fair words, exactly. [Lem19]
// `Words` is called for one word at a time; every word is used once.
#pragma once
#include <cassert>
#include <cstdint>
#include <limits>

#include "selvage/base/int128.hpp"

namespace selvage {

// Uniform on 0..n-1. The high half of word * n; a low half below 2^width mod n is
// rejected, so that each value keeps floor(2^width / n) words. Requires n >= 1.
template <class Word, class DoubleWord, class Words>
Word uniform_from_words(Words& words, Word n) {
  assert(n >= 1);
  constexpr int width = std::numeric_limits<Word>::digits;
  const Word rejected = static_cast<Word>(static_cast<Word>(0 - n) % n);
  for (;;) {
    const auto word = static_cast<DoubleWord>(static_cast<Word>(words()));
    const auto product = static_cast<DoubleWord>(word * n);
    if (static_cast<Word>(product) >= rejected)
      return static_cast<Word>(product >> width);
  }
}

}  // namespace selvage
