// The keys that pass their threshold, with the cells of the table that they stand for:
// whoever asks these more than a count must find their rows again.
#pragma once
#include "selvage/mechanism/cells/plan.hpp"

namespace selvage {

struct ReleasedKeys {
  Drawn drawn;
  std::vector<CellSums> rows;  // as they were read: of each released cell
};
// The part of run() after the reading, of a plan with unknown keys. [T31]
ReleasedKeys release_keys(const CellsPlan& plan, const Cells& cells,
                          RandomSource& random);

}  // namespace selvage
