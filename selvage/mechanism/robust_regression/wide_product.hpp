// Products of two whole numbers of 128 bits, to be compared.
#pragma once
#include <compare>
#include <cstdint>

#include "selvage/base/int128.hpp"

namespace selvage {

struct WideProduct {
  Uint128 high, low;
  auto operator<=>(const WideProduct&) const = default;
};

inline WideProduct wide_product(Uint128 x, Uint128 y) {
  constexpr Uint128 kMask = ~std::uint64_t{0};
  const Uint128 x0 = x & kMask, x1 = x >> 64, y0 = y & kMask, y1 = y >> 64;
  const Uint128 low = x0 * y0, one = x1 * y0 + (low >> 64),
                two = x0 * y1 + (one & kMask);
  return {x1 * y1 + (one >> 64) + (two >> 64), (two << 64) | (low & kMask)};
}

}  // namespace selvage
