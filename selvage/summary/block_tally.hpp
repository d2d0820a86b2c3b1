// People in blocks: every person lies in one block with all their rows, and a block is
// drawn for each person apart from all others. What least squares need of a block is
// summed in whole numbers. So one person changes the sums of one block, however many
// rows they have. [T140]
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/base/rational.hpp"
#include "selvage/base/sip_hash.hpp"

namespace selvage {

using BlockKey = std::array<std::uint8_t, 16>;

struct BlockRequest {
  std::uint32_t blocks = 1;  // a public number
  // Whoever has a name lies in the block that its hash under this key says: secret,
  // and fresh for every release.
  BlockKey key = {};
  // Where every row is a person: a block for each of so many rows, below `blocks`.
  std::function<void(std::span<std::uint64_t> out)> draw = nullptr;
};

// In which block whoever has a name lies.
class BlockOf {
 public:
  explicit BlockOf(const BlockRequest& request)
      : hash_(request.key.data()), blocks_(request.blocks) {}
  std::uint32_t operator()(std::string_view person) const {
    return block(hash_(person));
  }
  // A whole number is a name by its digits.
  std::uint32_t operator()(std::int64_t person) const {
    return block(hash_.of_digits(person));
  }

 private:
  std::uint32_t block(std::uint64_t hash) const {
    return static_cast<std::uint32_t>(Uint128{hash} * blocks_ >> 64);
  }
  SipHash hash_;
  std::uint32_t blocks_;
};

// A sum of up to 2^63 whole numbers of 128 bits: high 2^64 + low.
struct WideSum {
  Int128 high = 0;
  Uint128 low = 0;
  void add(Int128 number) {
    high += number >> 64;
    low += static_cast<std::uint64_t>(number);
  }
  Rational value() const;
};

// Of the rows of one block, whose numbers are v_0, v_1, ...
struct BlockSums {
  std::int64_t rows = 0;
  std::vector<Int128> sums = {};       // of each v_i
  std::vector<WideSum> products = {};  // of v_i v_j, but for v_0 v_0: see product_place
};

// Where the products v_i v_j lie. Requires i <= j and j >= 1.
constexpr std::size_t product_place(std::size_t i, std::size_t j) {
  return j * (j + 1) / 2 - 1 + i;
}

class BlockTally {
 public:
  // Of rows with so many numbers each, two at least.
  BlockTally(std::uint32_t blocks, std::size_t numbers);

  // Requires block < blocks, and numbers below 2^60 in size.
  void add(std::uint32_t block, std::span<const std::int64_t> numbers);
  // Many rows: their blocks, and their numbers, one column after the other. Those with
  // `counted` 0 are left out.
  void add_columns(std::span<const std::uint64_t> blocks,
                   std::span<const std::uint8_t> counted,
                   std::span<const std::int64_t> numbers);
  void add(const BlockTally& other);
  std::vector<BlockSums> sums() const;

 private:
  // Numbers of so many bits have products of which 128 bits hold the sum of 2^39, and
  // 64 bits hold the sum of kPending of them.
  static constexpr int kNearBits = 44;
  static constexpr std::size_t kPending = std::size_t{1} << 18;

  template <std::size_t kNumbers>
  void add_near(std::span<const std::uint64_t> blocks,
                std::span<const std::uint8_t> counted, const std::int64_t* numbers);
  void add_far(std::uint32_t block, std::span<const std::int64_t> numbers);
  void settle();  // what is pending

  std::uint32_t blocks_;
  std::size_t numbers_, products_;
  std::vector<Int128> sums_;           // by block: rows, sums of each number
  std::vector<std::int64_t> pending_;  // the same, of rows that were added at last
  std::size_t pending_rows_ = 0;       // at most
  std::vector<Int128> near_;           // by block: products of near rows
  std::vector<WideSum> far_;  // by block: products of the others; empty without any
};

}  // namespace selvage
