#include "selvage/mechanism/ladder/ladder_steps.hpp"

#include <algorithm>

namespace selvage {

// Of a step from 0 on.
std::int64_t LadderSteps::first_above(std::int64_t step) const {
  if (step < 2 * kParts) return step;
  const std::int64_t width_bits = step / kParts - 1;
  return scale_.nearest(Int128{kParts + step % kParts} << width_bits);
}

std::int64_t LadderSteps::last_above(std::int64_t step) const {
  constexpr std::int64_t kLowest = 9;  // octave
  return step + 1 == kParts * (scale_.exponent() - kLowest) ? scale_.most()
                                                            : first_above(step + 1) - 1;
}

std::int64_t LadderSteps::smallest(std::int64_t step) const {
  return step < 0 ? -last_above(-step) : first_above(step);
}

std::int64_t LadderSteps::largest(std::int64_t step) const {
  return step < 0 ? -first_above(-step) : last_above(step);
}

}  // namespace selvage
