// Keys that nobody told us: of the cells that hold rows, release count + Z where that
// is at least a threshold T, Z discrete Laplace. A cell that only one person is in may
// show that person; how likely that is is delta, exactly. Theory: T31.
#pragma once
#include <cstdint>

#include "selvage/guarantee/derivation.hpp"
#include "selvage/guarantee/person_share.hpp"

namespace selvage {

// The noisy count that is compared: one number, or the sum of several that are told
// together, in finer units. [T96]
struct KeyCount {
  std::int64_t draws = 1;        // independent noises in it: 1, 2 or 3
  std::int64_t per_row = 1;      // the most that one row adds to it
  std::int64_t sensitivity = 1;  // the most by which one row changes all that is told
  bool operator==(const KeyCount&) const = default;
};

// scale > 0, a share that is possible, at most three draws, threshold above what
// rows_in_cell rows add.
bool is_key_threshold(const Rational& scale, std::int64_t threshold,
                      const PersonShare& share, const KeyCount& count = {});

// The largest probability, over all ways to spread a person's rows over cells of their
// own, that one of these cells is released; rounded up to twelve digits, and at
// least 1e-100. [T31]
// Requires is_key_threshold.
Rational key_threshold_delta(const Rational& scale, std::int64_t threshold,
                             const PersonShare& share, const KeyCount& count = {});

// The least threshold with that delta or less. Refuses delta outside [1e-40, 1).
Result<std::int64_t> least_key_threshold(const Rational& scale,
                                         const PersonShare& share,
                                         const Rational& delta,
                                         const KeyCount& count = {});

// (rows * sensitivity / scale, key_threshold_delta), add_remove_person. [T31, T96]
// Requires as above.
Derivation key_threshold(const Rational& scale, std::int64_t threshold,
                         const PersonShare& share, const KeyCount& count = {});

}  // namespace selvage
