// Medians of what the blocks say, into which people fall at random, each with all their
// rows in one block. [T140]
#pragma once
#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// So many medians, each drawn with a probability proportional to a public weight times
// exp(-slope) for each block between the candidate and the middle. dp: 2 slope for each
// of them, however many rows a person has. Requires coefficients >= 1, slope > 0.
Derivation block_medians(std::int64_t coefficients, const Rational& slope);

// Searches among public candidates for one around the middle of what the blocks say,
// each with noise `first` on a threshold, that counts each block twice, and `second`
// where it stops. dp: searches times (2 first + second). [T271] Requires searches >= 1,
// both > 0.
Derivation block_thresholds(std::int64_t searches, const Rational& first,
                            const Rational& second);

}  // namespace selvage
