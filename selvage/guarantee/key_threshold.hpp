// Keys that nobody told us: of the cells that hold rows, release count + Z where that
// is at least a threshold T, Z discrete Laplace. A cell that only one person is in may
// show that person; how likely that is is delta, exactly. Theory: T31.
#pragma once
#include <cstdint>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// The most that one person adds, after bounding: rows in all, cells, rows in one cell.
struct PersonShare {
  std::int64_t rows = 1, cells = 1, rows_in_cell = 1;
  bool operator==(const PersonShare&) const = default;
};

// scale > 0, all numbers >= 1, cells <= rows, rows_in_cell either 1 or rows, threshold
// > rows_in_cell.
bool is_key_threshold(const Rational& scale, std::int64_t threshold,
                      const PersonShare& share);

// The largest probability, over all ways to spread a person's rows over cells of their
// own, that one of these cells is released; rounded up to twelve digits. [T31]
// Requires is_key_threshold.
Rational key_threshold_delta(const Rational& scale, std::int64_t threshold,
                             const PersonShare& share);

// The least threshold with that delta or less. Refuses delta outside [1e-40, 1).
Result<std::int64_t> least_key_threshold(const Rational& scale,
                                         const PersonShare& share,
                                         const Rational& delta);

// (rows / scale, key_threshold_delta), add_remove_person. [T31] Requires as above.
Derivation key_threshold(const Rational& scale, std::int64_t threshold,
                         const PersonShare& share);

}  // namespace selvage
