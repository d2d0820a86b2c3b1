// Which release of a table with few full cells is expected to be nearest: a public
// guess, made before any data. Doubles, since nothing is promised by it. Theory: T239.
#pragma once
#include <cstdint>

#include "selvage/projection/empty_threshold.hpp"

namespace selvage {

struct SparseGuess {
  std::int64_t people, full;  // in all, and in how many cells they are
  std::uint64_t cells;
};

// The expected sum of absolute errors where full cells have as many people each, counts
// below the threshold become 0, and noise of this shape is in every cell or in the full
// ones alone.
double expected_loss(const SparseGuess& guess, NoiseShape shape, double parameter,
                     std::int64_t threshold, bool in_every_cell);

}  // namespace selvage
