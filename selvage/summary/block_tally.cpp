#include "selvage/summary/block_tally.hpp"

#include <cassert>

#include <sodium.h>

namespace selvage {
namespace {

Rational rational_of(Int128 x) {
  const auto low = static_cast<std::uint64_t>(x);
  return Rational(static_cast<std::int64_t>(x >> 64)) * Rational::power_of_two(64) +
         Rational::from_uint64(low);
}

}  // namespace

std::uint32_t block_of(std::string_view person, const BlockRequest& request) {
  static_assert(sizeof(BlockKey) == crypto_shorthash_KEYBYTES);
  std::uint64_t hash = 0;
  crypto_shorthash(reinterpret_cast<unsigned char*>(&hash),
                   reinterpret_cast<const unsigned char*>(person.data()), person.size(),
                   request.key.data());
  return static_cast<std::uint32_t>(Uint128{hash} * request.blocks >> 64);
}

Rational WideSum::value() const {
  return rational_of(high) * Rational::power_of_two(64) +
         rational_of(static_cast<Int128>(low >> 64)) * Rational::power_of_two(64) +
         Rational::from_uint64(static_cast<std::uint64_t>(low));
}

BlockTally::BlockTally(std::uint32_t blocks, std::size_t numbers)
    : blocks_(blocks),
      numbers_(numbers),
      products_(product_place(numbers - 1, numbers - 1) + 1),
      stride_(1 + numbers + products_),
      held_(blocks * stride_) {
  assert(numbers >= 2);
}

void BlockTally::add(std::uint32_t block, std::span<const std::int64_t> numbers) {
  assert(block < blocks_ && numbers.size() == numbers_);
  Int128* at = held_.data() + block * stride_;
  ++*at++;
  bool near = true;
  for (const std::int64_t number : numbers) {
    near = near && number <= kNear && number >= -kNear;
    *at++ += number;
  }
  if (!near) return add_far(block, numbers);
  for (std::size_t j = 1; j < numbers.size(); ++j)
    for (std::size_t i = 0; i <= j; ++i) *at++ += Int128{numbers[i]} * numbers[j];
}

void BlockTally::add_far(std::uint32_t block, std::span<const std::int64_t> numbers) {
  if (far_.empty()) far_.resize(blocks_ * products_);
  WideSum* at = far_.data() + block * products_;
  for (std::size_t j = 1; j < numbers.size(); ++j)
    for (std::size_t i = 0; i <= j; ++i) at++->add(Int128{numbers[i]} * numbers[j]);
}

// The same as add, with loops of known lengths.
template <std::size_t kNumbers>
void BlockTally::add_rows_of(std::span<const std::uint64_t> blocks,
                             std::span<const std::uint8_t> counted,
                             const std::int64_t* numbers) {
  constexpr std::size_t kStride = kNumbers + kNumbers * (kNumbers + 1) / 2;
  assert(kStride == stride_);
  for (std::size_t row = 0; row < blocks.size(); ++row, numbers += kNumbers) {
    if (counted[row] == 0) continue;
    Int128* at = held_.data() + blocks[row] * kStride;
    bool near = true;
    *at++ += 1;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kNumbers; ++i) {
      near &= static_cast<std::uint64_t>(numbers[i] + kNear) <= 2 * kNear;
      *at++ += numbers[i];
    }
    if (!near) {
      add_far(static_cast<std::uint32_t>(blocks[row]), {numbers, kNumbers});
      continue;
    }
#pragma GCC unroll 8
    for (std::size_t j = 1; j < kNumbers; ++j)
#pragma GCC unroll 8
      for (std::size_t i = 0; i <= j; ++i) *at++ += Int128{numbers[i]} * numbers[j];
  }
}

void BlockTally::add_rows(std::span<const std::uint64_t> blocks,
                          std::span<const std::uint8_t> counted,
                          std::span<const std::int64_t> numbers) {
  assert(numbers.size() == blocks.size() * numbers_);
  switch (numbers_) {
    case 2:
      return add_rows_of<2>(blocks, counted, numbers.data());
    case 3:
      return add_rows_of<3>(blocks, counted, numbers.data());
    case 4:
      return add_rows_of<4>(blocks, counted, numbers.data());
    case 5:
      return add_rows_of<5>(blocks, counted, numbers.data());
    default:
      for (std::size_t row = 0; row < blocks.size(); ++row)
        if (counted[row] != 0)
          add(static_cast<std::uint32_t>(blocks[row]),
              numbers.subspan(row * numbers_, numbers_));
  }
}

void BlockTally::add(const BlockTally& other) {
  assert(other.held_.size() == held_.size());
  for (std::size_t i = 0; i < held_.size(); ++i) held_[i] += other.held_[i];
  if (other.far_.empty()) return;
  if (far_.empty()) far_.resize(blocks_ * products_);
  for (std::size_t i = 0; i < far_.size(); ++i) {
    far_[i].high += other.far_[i].high;
    far_[i].low += other.far_[i].low;
  }
}

std::vector<BlockSums> BlockTally::sums() const {
  std::vector<BlockSums> all;
  for (std::uint32_t block = 0; block < blocks_; ++block) {
    const Int128* at = held_.data() + block * stride_;
    BlockSums& sums = all.emplace_back();
    sums.rows = static_cast<std::int64_t>(*at++);
    sums.sums.assign(at, at + numbers_);
    at += numbers_;
    for (std::size_t i = 0; i < products_; ++i) {
      WideSum product = far_.empty() ? WideSum{} : far_[block * products_ + i];
      product.add(at[i]);
      sums.products.push_back(product);
    }
  }
  return all;
}

}  // namespace selvage
