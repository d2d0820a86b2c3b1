// Whole numbers of many bits as places of 64: in the same order, each below 2^62 in
// size. A code below 2^bits is its own place; of larger ones, up to 2^exponent, the
// first `bits` bits are kept, so that every octave has 2^(bits - 1) places:
//   place(k) = k                                   for 0 <= k < 2^bits,
//              (s << (bits-1)) + (k >> s)          beyond, s = floor(log2 k) - bits +
//              1,
//   place(-k) = -place(k).
// With exponent = bits every code is its own place. With 53 bits, places are those of
// doubles: from 2^52 on their order is that of the bits in memory. [T250]
#pragma once
#include <cstdint>

#include "selvage/base/int128.hpp"
#include "selvage/base/rational.hpp"

namespace selvage {

class CodeScale {
 public:
  static constexpr int kMostExponent = 126;  // differences of codes fit in 128 bits

  // Requires 1 <= bits <= exponent, and places below 2^62.
  CodeScale(int exponent, int bits);
  static CodeScale linear(int exponent) { return {exponent, exponent}; }
  // By type of the rows: integers and decimals of 64 bits, unsigned ones, integers and
  // decimals of 128 bits, floating point.
  static CodeScale narrow() { return linear(62); }
  static CodeScale unsigned_64() { return {64, 57}; }
  static CodeScale wide() { return {126, 56}; }
  static CodeScale reals() { return {96, 53}; }

  int exponent() const { return exponent_; }
  int bits() const { return bits_; }
  bool is_linear() const { return exponent_ == bits_; }
  std::int64_t most() const { return most_; }  // the largest place

  // Of a place in -most()..most(). Requires exponent() <= kMostExponent.
  Int128 code(std::int64_t place) const {
    const std::uint64_t size = static_cast<std::uint64_t>(place < 0 ? -place : place);
    if (size >> bits_ == 0) return place;
    const int shift = shift_of(size);
    const auto code = static_cast<Int128>(
        (size - (static_cast<std::uint64_t>(shift) << (bits_ - 1))));
    return place < 0 ? -(code << shift) : code << shift;
  }
  // The same without a limit.
  Rational value(std::int64_t place) const;

  // The last place whose code is not above this one. Requires 0 <= code < 2^exponent.
  std::int64_t first_bits(Int128 code) const;
  // The place of the code nearest to x, of two the greater one in size; the last one
  // for all that lies beyond.
  std::int64_t nearest(Int128 code) const;
  std::int64_t nearest(const Rational& x) const;
  // The last place whose code is not above x, and the first that is not below.
  std::int64_t below(const Rational& x) const;
  std::int64_t above(const Rational& x) const { return -below(-x); }

  // The same places and some octaves more: for sums of codes.
  CodeScale longer(int octaves) const { return {exponent_ + octaves, bits_}; }

  friend bool operator==(const CodeScale&, const CodeScale&) = default;

 private:
  // Of a place from 2^bits on: how many bits its codes lack.
  int shift_of(std::uint64_t size) const {
    return static_cast<int>(size >> (bits_ - 1)) - 1;
  }
  // Of a whole number from 0 on: its place, and whether the bits that it loses come to
  // a half or more.
  struct Cut {
    std::int64_t place;
    bool half, any;
  };
  Cut cut(const Rational& size) const;

  int exponent_, bits_;
  std::int64_t most_;
};

// The fewest decimals that name a place: the decimal with the least number of places
// behind the point, at most 40, that is nearer to this one of all numbers code * unit
// than to any other.
Rational short_decimal(const CodeScale& scale, const Rational& unit,
                       std::int64_t place);

}  // namespace selvage
