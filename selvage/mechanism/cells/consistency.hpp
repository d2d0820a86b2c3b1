// Does the printed promise follow from what the plan will really do? The audit shows
// that the code adds the planned noise; this shows that the planned noise, the caps of
// the reading and the formulas of the numbers together give the promise, by the
// theorems, computed anew and not taken from the plan's own derivation.
#pragma once
#include "selvage/mechanism/cells/plan.hpp"

namespace selvage {

// True if
// - the plan's share of a person is that of the reading's caps [T30],
// - no row within the bounds changes a number by more than the plan says [T35],
// - the noise of all numbers together keeps the promised (epsilon, delta): by T4 and
// T6,
//   T25 and T26, or by the exact loss of one number [T22 to T24, T32],
// - for unknown keys, the threshold keeps the promised delta [T31].
bool is_consistent(const CellsPlan& plan);

// True if the code that releases a table's cells gives every cell its own number plus
// its own draw, and leaves out exactly what the plan says: on a few cells that hold
// rows, in the plan's own domain where it has at most a million cells. [T4, T34]
bool releases_as_planned(const CellsPlan& plan);

}  // namespace selvage
