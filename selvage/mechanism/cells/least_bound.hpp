// The least whole number for which something holds for certain, from a good guess.
#pragma once
#include <algorithm>
#include <cstdint>

#include "selvage/base/bisect.hpp"

namespace selvage {

// No bound is larger: whatever a release holds is within it.
inline constexpr std::int64_t kLargestBound = std::int64_t{1} << 61;

// The least t >= 0 with holds(t), at most kLargestBound. Requires that it changes once,
// from false to true, and a guess of at least 0; near the answer it costs few
// questions.
template <class Holds>
std::int64_t least_from(std::int64_t guess, const Holds& holds) {
  std::int64_t low = guess, high = guess;
  for (std::int64_t width = 1; low >= 0 && holds(low); width *= 2) {
    high = low;
    low = std::max<std::int64_t>(-1, low - width);
  }
  if (low < high) return least_above(low, high, holds);
  for (std::int64_t width = 1; !holds(high); width *= 2) {
    low = high;
    high += width;
    if (high >= kLargestBound) return kLargestBound;
  }
  return least_above(low, high, holds);
}

}  // namespace selvage
