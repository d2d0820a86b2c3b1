// The fast sampler of W: one random word a draw, looked up among the first 64 binary
// places of the distribution function of its count. A word too near to a boundary for
// that is prolonged, and compared with the boundary as an exact fraction, so that
// nothing is ever rounded. Theory: T40.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "selvage/mechanism/outlier/law/warped_geometric.hpp"
#include "selvage/random/inversion/word_batches.hpp"

namespace selvage {

class WarpedTable {
 public:
  // Whether the tables are not too large.
  static bool fits(const WarpedGeometric& law);
  // Nothing where they are.
  static std::optional<WarpedTable> make(const WarpedGeometric& law);
  const WarpedGeometric& law() const { return law_; }

  // Each count is replaced by an output for it, from a stream of fair words.
  template <class Words>
  void draw(std::span<std::int64_t> counts, Words& words) const {
    for_each_batch(words, counts, [&](auto batch, auto part) {
      for (std::size_t i = 0; i < batch.size(); ++i)
        part[i] = output(part[i], batch[i], words);
    });
  }

 private:
  friend class WarpedTableProbe;  // of the test, which forces the exact path
  static constexpr int kGuideBits = 10;

  // P(output <= first + i) 2^64 is within 1 of bounds[begin + i], rising. Where outputs
  // lie below the first or above the last of them, their bounds are 0 and 2^64 - 1;
  // where none do, no word is too near to a bound there. One entry more stands at each
  // end, so that neighbours of a word can be read without asking.
  struct Row {
    std::int64_t count;  // 0 in the shifted row
    bool shifted;
    std::int64_t first = 0;
    std::size_t begin = 0, end = 0;
    // The first i whose bound is not below this beginning of a word.
    std::array<std::uint32_t, std::size_t{1} << kGuideBits> guide{};
  };

  explicit WarpedTable(const WarpedGeometric& law);
  // One row for each count up to the knee, and the shifted one for all above.
  const Row& row(std::int64_t count) const {
    return rows_[static_cast<std::size_t>(std::clamp(count, least_, knee_ + 1) -
                                          least_)];
  }

  template <class Words>
  std::int64_t output(std::int64_t count, std::uint64_t word, Words& words) const {
    const bool above = count > knee_;
    const std::int64_t j = find(row(count), word, words) + (above ? count : 0);
    if (!above | (j > knee_)) [[likely]]
      return j;
    // Above the knee W is two-sided geometric noise, until it falls to the knee: there
    // it is the law of the knee, given that it does not rise.
    for (;;)
      if (const std::int64_t again = find(row(knee_), words(), words); again <= knee_)
        return again;
  }

  template <class Words>
  std::int64_t find(const Row& row, std::uint64_t word, Words& words) const {
    if (const auto j = find(row, word)) [[likely]]
      return *j;
    return exact(row, word, std::ref(words));
  }

  std::optional<std::int64_t> find(const Row& row, std::uint64_t word) const {
    const std::uint64_t* bounds = bounds_.data() + row.begin;
    const std::size_t size = row.end - row.begin;
    std::size_t i = row.guide[word >> (64 - kGuideBits)];
    // Mostly one bound or none begins like the word: one step without a branch, which
    // no processor could predict.
    i += static_cast<std::size_t>((i < size) & (bounds[i] <= word));
    while (i < size && bounds[i] <= word) [[unlikely]]++ i;
    // The bounds are known to +-1.
    const bool certain = (word - bounds[static_cast<std::ptrdiff_t>(i) - 1] > 1) &
                         (bounds[i] - word > 1);
    if (!certain) [[unlikely]]
      return std::nullopt;
    return row.first + static_cast<std::int64_t>(i);
  }

  std::int64_t exact(const Row& row, std::uint64_t word,
                     const std::function<std::uint64_t()>& words) const;
  Rational at_most(const Row& row, std::int64_t j) const;
  void append(Row row);

  WarpedGeometric law_;
  std::int64_t least_, knee_;
  std::vector<std::uint64_t> bounds_;
  std::vector<Row> rows_;
};

}  // namespace selvage
