#include "selvage/summary/block_tally.hpp"

#include <cassert>
#include <utility>

#include "selvage/base/every_width.hpp"

namespace selvage {
namespace {

Rational rational_of(Int128 x) {
  const auto low = static_cast<std::uint64_t>(x);
  return Rational(static_cast<std::int64_t>(x >> 64)) * Rational::power_of_two(64) +
         Rational::from_uint64(low);
}

// Whether -2^bits <= number < 2^bits for all. The compiler makes vectors of loops of
// known length.
SELVAGE_EVERY_WIDTH
bool all_have_bits(const std::int64_t* numbers, std::size_t count, int bits) {
  constexpr std::size_t kTogether = 64;
  std::int64_t sizes = 0;
  std::size_t i = 0;
  for (; i + kTogether <= count; i += kTogether)
    for (std::size_t j = i; j < i + kTogether; ++j)
      sizes |= numbers[j] ^ (numbers[j] < 0 ? -1 : 0);
  for (; i < count; ++i) sizes |= numbers[i] ^ (numbers[i] < 0 ? -1 : 0);
  return sizes >> bits == 0;
}

}  // namespace

Rational WideSum::value() const {
  return rational_of(high) * Rational::power_of_two(64) +
         rational_of(static_cast<Int128>(low >> 64)) * Rational::power_of_two(64) +
         Rational::from_uint64(static_cast<std::uint64_t>(low));
}

BlockTally::BlockTally(std::uint32_t blocks, std::size_t numbers)
    : blocks_(blocks),
      numbers_(numbers),
      products_(product_place(numbers - 1, numbers - 1) + 1),
      sums_(blocks * (1 + numbers)),
      pending_(blocks * (1 + numbers)),
      near_(blocks * products_) {
  assert(numbers >= 2);
}

void BlockTally::add(std::uint32_t block, std::span<const std::int64_t> numbers) {
  assert(block < blocks_ && numbers.size() == numbers_);
  Int128* sum = sums_.data() + block * (1 + numbers_);
  ++*sum++;
  for (const std::int64_t number : numbers) *sum++ += number;
  if (!all_have_bits(numbers.data(), numbers.size(), kNearBits))
    return add_far(block, numbers);
  Int128* at = near_.data() + block * products_;
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
void BlockTally::add_near(std::span<const std::uint64_t> blocks,
                          std::span<const std::uint8_t> counted,
                          const std::int64_t* numbers) {
  constexpr std::size_t kProducts = kNumbers * (kNumbers + 1) / 2 - 1;
  assert(kProducts == products_);
  const std::size_t rows = blocks.size();
  for (std::size_t row = 0; row < rows; ++row) {
    if (counted[row] == 0) continue;
    std::int64_t of_row[kNumbers];
    std::int64_t* sum = pending_.data() + blocks[row] * (1 + kNumbers);
    *sum++ += 1;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kNumbers; ++i) {
      of_row[i] = numbers[i * rows + row];
      *sum++ += of_row[i];
    }
    Int128* at = near_.data() + blocks[row] * kProducts;
#pragma GCC unroll 8
    for (std::size_t j = 1; j < kNumbers; ++j)
#pragma GCC unroll 8
      for (std::size_t i = 0; i <= j; ++i) *at++ += Int128{of_row[i]} * of_row[j];
  }
}

void BlockTally::add_columns(std::span<const std::uint64_t> blocks,
                             std::span<const std::uint8_t> counted,
                             std::span<const std::int64_t> numbers) {
  assert(numbers.size() == blocks.size() * numbers_);
  assert(blocks.size() <= kPending);
  if (pending_rows_ + blocks.size() > kPending) settle();
  pending_rows_ += blocks.size();
  if (all_have_bits(numbers.data(), numbers.size(), kNearBits)) switch (numbers_) {
      case 2:
        return add_near<2>(blocks, counted, numbers.data());
      case 3:
        return add_near<3>(blocks, counted, numbers.data());
      case 4:
        return add_near<4>(blocks, counted, numbers.data());
      case 5:
        return add_near<5>(blocks, counted, numbers.data());
      default:
        break;
    }
  std::vector<std::int64_t> of_row(numbers_);
  for (std::size_t row = 0; row < blocks.size(); ++row) {
    if (counted[row] == 0) continue;
    for (std::size_t i = 0; i < numbers_; ++i)
      of_row[i] = numbers[i * blocks.size() + row];
    add(static_cast<std::uint32_t>(blocks[row]), of_row);
  }
}

void BlockTally::settle() {
  for (std::size_t i = 0; i < sums_.size(); ++i)
    sums_[i] += std::exchange(pending_[i], 0);
  pending_rows_ = 0;
}

void BlockTally::add(const BlockTally& other) {
  assert(other.near_.size() == near_.size());
  for (std::size_t i = 0; i < sums_.size(); ++i)
    sums_[i] += other.sums_[i] + other.pending_[i];
  for (std::size_t i = 0; i < near_.size(); ++i) near_[i] += other.near_[i];
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
    const auto sum = [&](std::size_t i) {
      const std::size_t at = block * (1 + numbers_) + i;
      return sums_[at] + pending_[at];
    };
    BlockSums& sums = all.emplace_back();
    sums.rows = static_cast<std::int64_t>(sum(0));
    for (std::size_t i = 1; i <= numbers_; ++i) sums.sums.push_back(sum(i));
    for (std::size_t i = block * products_; i < (block + 1) * products_; ++i) {
      WideSum product = far_.empty() ? WideSum{} : far_[i];
      product.add(near_[i]);
      sums.products.push_back(product);
    }
  }
  return all;
}

}  // namespace selvage
