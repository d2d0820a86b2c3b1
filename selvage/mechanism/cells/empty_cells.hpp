// The empty cells of a huge public domain that noise lifts over a display threshold,
// without visiting the others: exactly the law of adding noise to every empty cell and
// leaving out what stays below. [T34, T47]
#pragma once
#include <utility>
#include <vector>

#include "selvage/mechanism/cells/cell_noise.hpp"

namespace selvage {

struct EmptyCells {
  std::uint64_t cells;     // of the domain
  std::int64_t threshold;  // at least 1
  std::shared_ptr<const CellNoise> noise;
};

// (cell, noisy count) of every cell that is not in `full` (rising) and passes, rising.
std::vector<std::pair<std::uint64_t, std::int64_t>> passing_empty_cells(
    const EmptyCells& domain, const std::vector<std::uint64_t>& full,
    RandomSource& random);

}  // namespace selvage
