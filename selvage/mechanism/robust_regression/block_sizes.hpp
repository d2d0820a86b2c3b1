// What blocks of people say of the columns, roughly: where the middle of each x lies,
// how far its values lie from it, and how far y lies from a line. Every number is a
// function of the rows of one block. What there is none of stands above everything in
// blocks with odd numbers, and below everything in the others. [T148]
#pragma once
#include <vector>

#include "selvage/summary/number_rows.hpp"

namespace selvage {

class BlockSizes {
 public:
  static constexpr int kMissBits = 20;  // misses are told in 2^-20 codes

  // `blocks[i]` is that of row i, below `count`. A row has `width` numbers, y first.
  BlockSizes(const NumberRows& rows, std::size_t width,
             const std::vector<std::uint64_t>& blocks, std::uint32_t count);

  // By block: the half octave of the mean distance of column `x` from its mean.
  std::vector<std::int64_t> spreads(std::size_t x) const;
  // The mean of it in so many codes, to the nearest one, at most `most` in size.
  std::vector<std::int64_t> middles(std::size_t x, std::int64_t step,
                                    std::int64_t most) const;
  // The half octave of the median of |y - least squares|.
  std::vector<std::int64_t> misses() const;

 private:
  std::size_t rows_in(std::size_t block) const {
    return starts_[block + 1] - starts_[block];
  }
  const std::int64_t* row(std::size_t place) const {
    return numbers_.data() + order_[place] * width_;
  }
  std::int64_t mean(std::size_t block, std::size_t column) const;  // rounded down
  template <class Tell>
  std::vector<std::int64_t> by_block(std::int64_t below, std::int64_t above,
                                     Tell tell) const;

  const std::vector<std::int64_t>& numbers_;
  std::size_t width_;
  std::vector<std::size_t> starts_;   // of each block in `order_`, and the end
  std::vector<std::uint32_t> order_;  // rows by block
};

}  // namespace selvage
