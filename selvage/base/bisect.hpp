// Where a yes-or-no question changes its answer, by halving.
#pragma once
#include <cstdint>

namespace selvage {

// The least whole number above `low` for which `holds` is true. Requires that it is
// false for low and true for high, and changes once between them.
template <class Holds>
std::int64_t least_above(std::int64_t low, std::int64_t high, const Holds& holds) {
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace selvage
