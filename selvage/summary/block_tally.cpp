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
      stride_(1 + numbers + 2 * (product_place(numbers - 1, numbers - 1) + 1)),
      held_(blocks * stride_) {
  assert(numbers >= 2);
}

void BlockTally::add(std::uint32_t block, std::span<const std::int64_t> numbers) {
  assert(block < blocks_ && numbers.size() == numbers_);
  Int128* at = held_.data() + block * stride_;
  ++*at++;
  for (const std::int64_t number : numbers) *at++ += number;
  for (std::size_t j = 1; j < numbers.size(); ++j)
    for (std::size_t i = 0; i <= j; ++i, at += 2) {
      const Int128 product = Int128{numbers[i]} * numbers[j];
      at[0] += product >> 64;
      at[1] += static_cast<std::uint64_t>(product);
    }
}

void BlockTally::add(const BlockTally& other) {
  assert(other.held_.size() == held_.size());
  for (std::size_t i = 0; i < held_.size(); ++i) held_[i] += other.held_[i];
}

std::vector<BlockSums> BlockTally::sums() const {
  std::vector<BlockSums> all;
  for (std::uint32_t block = 0; block < blocks_; ++block) {
    const Int128* at = held_.data() + block * stride_;
    BlockSums& sums = all.emplace_back();
    sums.rows = static_cast<std::int64_t>(*at++);
    sums.sums.assign(at, at + numbers_);
    const Int128* const end = held_.data() + (block + 1) * stride_;
    for (at += numbers_; at < end; at += 2)
      sums.products.push_back({at[0], static_cast<Uint128>(at[1])});
  }
  return all;
}

}  // namespace selvage
