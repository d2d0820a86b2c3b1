// A law on 0..n-1 whose probabilities are whole numbers of 2^-64: one random word a
// draw, and nothing else, because such a law needs no more. The value for a word U is
// the number of i <= n-2 with U >= w_0 + ... + w_i. Theory: T13.
#pragma once
#include <array>
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/base/result.hpp"
#include "selvage/random/inversion/word_batches.hpp"

namespace selvage {

class IntegerTable {
 public:
  // The scan compares each word with every sum, whatever the value: the same time and
  // the same memory. The guide looks where to begin. Both give the same values.
  enum class Search { scan, guide };

  // Refuses weights whose sum is not 2^64, as that of none.
  static Result<IntegerTable> make(std::span<const std::uint64_t> weights,
                                   Search search = Search::scan);

  // `Words` is a stream of fair words. See word_batches.hpp.
  template <class Words>
  void draw(std::span<std::int64_t> out, Words& words) const {
    for_each_batch(words, out, [&](auto batch, auto part) { look_up(batch, part); });
  }
  // The number of values, and the words of each: P(value) 2^64. Requires
  // 0 <= value < size().
  std::int64_t size() const { return first_ + static_cast<std::int64_t>(ends_.size()); }
  Uint128 weight(std::int64_t value) const;
  // The values for these words. Requires as many places.
  void look_up(std::span<const std::uint64_t> words, std::span<std::int64_t> out) const;

  bool operator==(const IntegerTable&) const = default;

 private:
  static constexpr unsigned kGuideBits = 10;

  IntegerTable(std::int64_t first, std::vector<std::uint64_t> ends, Search search);
  void scan(std::span<const std::uint64_t> words, std::span<std::int64_t> out) const;
  void guided(std::span<const std::uint64_t> words, std::span<std::int64_t> out) const;

  std::int64_t first_;  // value that has a weight
  // The last words of the values from the first: w_0 + ... + w_i - 1, and 2^64 - 1 at
  // the end, which no word is above.
  std::vector<std::uint64_t> ends_;
  Search search_;
  // How many of them all words are above that begin with these bits.
  std::array<std::uint32_t, std::size_t{1} << kGuideBits> guide_;
};

}  // namespace selvage
