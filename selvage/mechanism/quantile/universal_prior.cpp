#include "selvage/mechanism/quantile/universal_prior.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace selvage {
namespace {

int floor_log2(std::int64_t k) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(k))) - 1;
}

constexpr std::int64_t kBeyondCodes = std::int64_t{1} << 62;

}  // namespace

UniversalPrior::UniversalPrior(Kind kind, const CodeScale& scale, int halvings,
                               std::int64_t lowest, std::int64_t most)
    : kind_(kind),
      scale_(scale),
      halvings_(halvings),
      last_part_(scale.nearest(Int128{1} << halvings) - 1),
      lowest_(lowest),
      most_(most) {}

UniversalPrior::UniversalPrior(const CodeScale& scale)
    : UniversalPrior(Kind::octaves, scale, 0, -scale.most(), scale.most()) {}

UniversalPrior UniversalPrior::whole_numbers(const CodeScale& scale, int halvings) {
  assert(1 <= halvings && halvings < scale.exponent());
  return {Kind::whole_numbers, scale, halvings, -scale.most(), scale.most()};
}

UniversalPrior UniversalPrior::flat(std::int64_t first, std::int64_t last) {
  assert(-kBeyondCodes < first && first <= last && last < kBeyondCodes);
  return {Kind::flat, CodeScale::narrow(), 0, first, last};
}

const char* UniversalPrior::name() const {
  return kind_ == Kind::flat      ? "flat"
         : kind_ == Kind::octaves ? "octaves"
                                  : "whole_numbers";
}

Uint128 UniversalPrior::weight(std::int64_t code) const { return mass(code, code); }

// Whole octaves, and the places of the last one. From 2^bits on every place weighs 1.
Uint128 UniversalPrior::of_octaves(std::int64_t code) const {
  if (code == 0) return 0;
  const int bits = scale_.bits();
  const int octave = code >> bits == 0
                         ? floor_log2(code)
                         : bits - 2 + static_cast<int>(code >> (bits - 1));
  const Uint128 whole = static_cast<Uint128>(octave) << (bits - 1);
  if (octave >= bits)
    return whole + static_cast<Uint128>(code & ((std::int64_t{1} << (bits - 1)) - 1)) +
           1;
  const auto begun = static_cast<Uint128>(code - (std::int64_t{1} << octave) + 1);
  return whole + (begun << (bits - 1 - octave));
}

// A place holds all codes up to the next one; of k / one they are a part of one place,
// or end one.
std::int64_t UniversalPrior::wholes(std::int64_t code) const {
  const Int128 last =
      (code < scale_.most() ? scale_.code(code + 1) : Int128{1} << scale_.exponent()) -
      1;
  return scale_.first_bits(last >> halvings_);
}

Uint128 UniversalPrior::of_first(std::int64_t code) const {
  if (kind_ == Kind::octaves) return of_octaves(code);
  return of_octaves(code) + of_octaves(std::min(code, last_part_)) +
         of_octaves(wholes(code));
}

Uint128 UniversalPrior::mass(std::int64_t first, std::int64_t last) const {
  assert(lowest_ <= first && first <= last && last <= most_);
  if (kind_ == Kind::flat) return static_cast<Uint128>(last - first) + 1;
  if (first > 0) return of_first(last) - of_first(first - 1);
  if (last < 0) return of_first(-first) - of_first(-last - 1);
  const Uint128 of_zero = Uint128{1}
                          << (scale_.bits() - (kind_ == Kind::octaves ? 1 : 0));
  return of_first(-first) + of_zero + of_first(last);
}

}  // namespace selvage
