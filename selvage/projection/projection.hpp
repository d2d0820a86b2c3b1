// The nearest histogram with a given total: whole counts, not negative, that sum to it.
// Nearest in the sum of absolute differences leaves many; of these it is the one of the
// water level, which lowers all cells above a level by as much, and so empties those
// that noise alone has lifted. Whole numbers, O(k log k). Post-processing. Theory:
// T230.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "selvage/base/int128.hpp"

namespace selvage {

// Which cells differ by one where the level is no whole number. Of cells that are
// lowered the first in this order are lowered by one more; of cells that are raised the
// first are raised by one more.
enum class TieOrder {
  first,     // as they stand
  last,      // the other way round
  shuffled,  // by a public order that looks random and favours no end of the table
};

// Requires numbers of at most 2^62 in size, fewer than 2^60 of them, and a total that
// is at most 2^62 or at most their sum. A negative total counts as 0. All are 0 where
// the total is 0 or there are no cells.
std::vector<std::int64_t> projected_counts(std::span<const std::int64_t> noisy,
                                           Int128 total,
                                           TieOrder ties = TieOrder::shuffled);

// What the total is where nobody may know it: their sum, or 0.
Int128 noisy_total(std::span<const std::int64_t> noisy);

// The place of a cell in the public order: a bijection of 64-bit words.
std::uint64_t shuffled_place(std::uint64_t cell);

}  // namespace selvage
