// Sizes told roughly: 0, then two places an octave. Whole numbers, and a larger size is
// never in a smaller place.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>

#include "selvage/base/int128.hpp"

namespace selvage {

inline constexpr std::int64_t kMostHalfOctave =
    200;  // that of 2^99 and a half, and all beyond

inline std::int64_t half_octave(Uint128 size) {
  if (size == 0) return 0;
  const auto high = static_cast<std::uint64_t>(size >> 64);
  const int octave =
      high != 0
          ? 63 + static_cast<int>(std::bit_width(high))
          : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(size))) - 1;
  const bool upper = octave > 0 && (size >> (octave - 1) & 1) != 0;
  return std::min<std::int64_t>(1 + 2 * octave + (upper ? 1 : 0), kMostHalfOctave);
}

// The least size there; 1 for that of 0. Requires 0 <= place <= kMostHalfOctave + 1.
inline Uint128 least_size(std::int64_t place) {
  if (place <= 1) return 1;
  const auto halves = static_cast<Uint128>(2 + (place - 1) % 2);
  return (halves << ((place - 1) / 2)) / 2;
}

}  // namespace selvage
