// Many cells at once through the plan's own loop. The law of one cell speaks for a
// whole histogram only if every cell gets a draw of its own, of the same scale, added
// to its own count; that is what this looks at. [T4, T9]
#pragma once
#include "selvage/mechanism/plan.hpp"

namespace selvage::verify {

// True if out[i] = count[i] + z[i] for every cell, with exactly one discrete Laplace
// draw z[i] of this scale each and no other draw. Tried on counts of all sizes (0 to
// 1024, and around the powers of two up to 2^59) and on as many cells as the plan has,
// up to 4096.
bool every_cell_has_its_own_draw(const Plan& plan, const Rational& scale);

// How many cells that are.
std::size_t cells_tried_at_once(const Plan& plan);

}  // namespace selvage::verify
