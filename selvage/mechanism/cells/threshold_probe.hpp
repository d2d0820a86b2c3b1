// The code that releases keys which nobody told us: what it shows of a key that one
// person alone brings. [T31]
#pragma once
#include "selvage/mechanism/cells/plan.hpp"

namespace selvage {

// What a table holds with one key, of so many rows, in each column of unknown keys;
// each row has the lowest value.
Cells one_key(const Reading& reading, std::int64_t rows);

// True if a cell with c rows and the draw z is released iff c + z reaches the plan's
// threshold, as c + z, and a table without rows releases nothing; where numbers are
// told together, each with the draw z, iff their sum does. Tried for 1 <= c <= 3 and
// the most rows of a person, z around the threshold and at +-2^k. Requires a plan with
// unknown keys.
bool only_passing_keys_are_released(const CellsPlan& plan);

}  // namespace selvage
