// A number of each cell, linear in what the table answers.
#pragma once
#include <cstdint>

#include "selvage/base/int128.hpp"

namespace selvage {

// Released in whole multiples of a divisor, so that 64 bits hold it:
// floor((of_rows * rows + of_sum * sum + of_squares * squares) / divisor + 1/2).
struct Formula {
  Int128 of_rows = 0, of_sum = 0, of_squares = 0;
  std::int64_t divisor = 1;  // 1 or a power of ten
};

// The same, so many times.
inline Formula operator*(const Formula& formula, Int128 times) {
  return {formula.of_rows * times, formula.of_sum * times, formula.of_squares * times,
          formula.divisor};
}

}  // namespace selvage
