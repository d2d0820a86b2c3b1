// Many cells at once through the plan's own loop. The law of one cell speaks for all
// cells only if every cell gets a draw of its own, of the same noise, added to its own
// number; that is what this looks at. [T4, T9]
#pragma once
#include "selvage/mechanism/cells/plan.hpp"

namespace selvage {

// True if out[i] = number[i] + z[i] for every cell, with exactly one draw z[i] of the
// planned noise each and no other draw. Tried on numbers of all sizes (0 to 1024, and
// around the powers of two up to 2^59) and on as many cells as there are, up to 4096.
bool every_cell_has_its_own_draw(const PlannedNumber& number, std::uint64_t cells);

// True if the loop adds z to this number for every draw z with |z| <= radius, each run:
// many cells with the same number, each with a draw of its own.
bool adds_every_draw(const PlannedNumber& number, std::int64_t value,
                     std::int64_t radius);

// How many cells every_cell_has_its_own_draw tries.
std::size_t cells_tried_at_once(std::uint64_t cells);

}  // namespace selvage
