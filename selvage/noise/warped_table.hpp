// The fast sampler of W: one random word a draw, looked up among the first 64 binary
// places of the distribution function of its count. A word too near to a boundary for
// that is prolonged, and compared with the boundary as an exact fraction, so that
// nothing is ever rounded. Theory: T40.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "selvage/law/warped_geometric.hpp"

namespace selvage {

class WarpedTable {
 public:
  // Whether the tables are not too large.
  static bool fits(const WarpedGeometric& law);
  // Nothing where they are.
  static std::optional<WarpedTable> make(const WarpedGeometric& law);
  const WarpedGeometric& law() const { return law_; }

  // The output for a count, from a stream of fair words. `Words` is called for one word
  // at a time.
  template <class Words>
  std::int64_t draw(Words& words, std::int64_t count) const {
    const std::int64_t knee = law_.knee();
    if (count <= knee) return draw(words, row(count), 0);
    // Above the knee W is two-sided geometric noise, until it falls to the knee: there
    // it is the law of the knee, given that it does not rise.
    const std::int64_t j = draw(words, shifted_, count);
    if (j > knee) return j;
    for (;;)
      if (const std::int64_t again = draw(words, row(knee), 0); again <= knee)
        return again;
  }

 private:
  friend class WarpedTableProbe;  // of the test, which forces the exact path
  static constexpr int kGuideBits = 10;

  // P(output <= first + i) 2^64 is within 1 of bounds[begin + i], rising.
  struct Row {
    std::int64_t count;  // 0 in the shifted row
    bool shifted;
    std::int64_t first = 0;
    std::size_t begin = 0, end = 0;
    bool whole_below = false, whole_above = false;  // no output lies beyond the bounds
    // The first i whose bound is not below this beginning of a word.
    std::array<std::uint32_t, std::size_t{1} << kGuideBits> guide{};
  };

  explicit WarpedTable(const WarpedGeometric& law);
  const Row& row(std::int64_t count) const {
    return rows_[static_cast<std::size_t>(std::max(count, law_.least()) -
                                          law_.least())];
  }

  template <class Words>
  std::int64_t draw(Words& words, const Row& row, std::int64_t shift) const {
    const std::uint64_t word = words();
    if (const auto j = find(row, word)) return *j + shift;
    return exact(row, word, std::ref(words)) + shift;
  }

  std::optional<std::int64_t> find(const Row& row, std::uint64_t word) const {
    const std::uint64_t* bounds = bounds_.data() + row.begin;
    const std::size_t size = row.end - row.begin;
    std::size_t i = row.guide[word >> (64 - kGuideBits)];
    while (i < size && bounds[i] <= word) ++i;
    // The bounds are known to +-1.
    const bool above = i > 0 ? word - bounds[i - 1] > 1 : row.whole_below;
    const bool below = i < size ? bounds[i] - word > 1 : row.whole_above;
    if (!above || !below) return std::nullopt;
    return row.first + static_cast<std::int64_t>(i);
  }

  std::int64_t exact(const Row& row, std::uint64_t word,
                     const std::function<std::uint64_t()>& words) const;
  Rational at_most(const Row& row, std::int64_t j) const;
  void append(Row row);

  WarpedGeometric law_;
  std::vector<std::uint64_t> bounds_;
  std::vector<Row> rows_;
  Row shifted_{0, true};
};

}  // namespace selvage
