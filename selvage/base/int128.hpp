// Whole numbers of 128 bits, for sums and quotients that 64 bits do not hold.
#pragma once

namespace selvage {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

// floor(a / b). Requires b > 0 and a > -2^127 + b.
constexpr Int128 floor_quotient(Int128 a, Int128 b) {
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}

}  // namespace selvage
