#include "selvage/summary/code_scale.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace selvage {
namespace {

int octave_of(Uint128 k) {
  const auto high = static_cast<std::uint64_t>(k >> 64);
  return high != 0 ? 127 - std::countl_zero(high)
                   : 63 - std::countl_zero(static_cast<std::uint64_t>(k));
}

// Of a whole number from 1 on.
int octave_of(const Rational& k) {
  return static_cast<int>(mpz_sizeinbase(mpq_numref(k.raw()), 2)) - 1;
}

constexpr int kMostDecimals = 40;

}  // namespace

CodeScale::CodeScale(int exponent, int bits)
    : exponent_(exponent),
      bits_(bits),
      most_(static_cast<std::int64_t>(
          (static_cast<Int128>(exponent - bits + 2) << (bits - 1)) - 1)) {
  assert(1 <= bits && bits <= exponent);
  assert((static_cast<Int128>(exponent - bits + 2) << (bits - 1)) <= Int128{1} << 62);
}

Rational CodeScale::value(std::int64_t place) const {
  const auto size = static_cast<std::uint64_t>(place < 0 ? -place : place);
  if (size >> bits_ == 0) return place;
  const int shift = shift_of(size);
  const auto first = static_cast<std::int64_t>(
      size - (static_cast<std::uint64_t>(shift) << (bits_ - 1)));
  return Rational(place < 0 ? -first : first) * Rational::power_of_two(shift);
}

std::int64_t CodeScale::first_bits(Int128 code) const {
  const auto size = static_cast<Uint128>(code);
  if (size >> bits_ == 0) return static_cast<std::int64_t>(size);
  const int shift = octave_of(size) - bits_ + 1;
  return (std::int64_t{shift} << (bits_ - 1)) +
         static_cast<std::int64_t>(size >> shift);
}

// Where the bits that are lost come to a half or more it is the next place, which may
// begin an octave.
std::int64_t CodeScale::nearest(Int128 code) const {
  const Int128 size = code < 0 ? -code : code;
  std::int64_t place = most_;
  if (size >> exponent_ == 0) {
    place = first_bits(size);
    const Int128 below = this->code(place);
    if (below < size && place < most_ && this->code(place + 1) - size <= size - below)
      ++place;
  }
  return code < 0 ? -place : place;
}

CodeScale::Cut CodeScale::cut(const Rational& size) const {
  if (size.sign() == 0) return {0, false, false};
  const int octave = octave_of(size);
  if (octave >= exponent_) return {most_, false, true};
  const int shift = std::max(0, octave - bits_ + 1);
  const Rational scaled = size / Rational::power_of_two(shift), kept = scaled.floor();
  const Rational lost = scaled - kept;
  return {(std::int64_t{shift} << (bits_ - 1)) + kept.to_int64().value(),
          lost >= Rational(1, 2), lost.sign() != 0};
}

// To a whole number first, halves up, as rows are; then to a place.
std::int64_t CodeScale::nearest(const Rational& x) const {
  const Rational whole = (x + Rational(1, 2)).floor();
  const Cut found = cut(absolute(whole));
  const std::int64_t place = std::min(most_, found.place + (found.half ? 1 : 0));
  return whole.sign() < 0 ? -place : place;
}

std::int64_t CodeScale::below(const Rational& x) const {
  const Rational whole = x.floor();
  const Cut found = cut(absolute(whole));
  if (whole.sign() >= 0) return found.place;
  return -std::min(most_, found.place + (found.any ? 1 : 0));
}

Rational short_decimal(const CodeScale& scale, const Rational& unit,
                       std::int64_t place) {
  const Rational exact = scale.value(place) * unit;
  Rational power = 1;
  for (int decimals = 0; decimals < kMostDecimals; ++decimals) {
    const Rational rounded = (exact * power + Rational(1, 2)).floor() / power;
    if (scale.nearest(rounded / unit) == place) return rounded;
    power = power * 10;
  }
  return exact;
}

}  // namespace selvage
