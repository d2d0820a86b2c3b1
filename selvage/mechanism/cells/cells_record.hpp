// A plan of cells from what a certificate tells of it: nothing is believed that a plan
// would not say itself.
#pragma once
#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/mechanism/verb.hpp"

namespace selvage {

// Of noise that is added. Requires one of the verbs of cells, and law and shown of the
// schema, as those below.
Result<Plan> read_cells(const MechanismRecord& record);

// The noise that one of the law's numbers tells; nullptr if the program never draws it.
using ReadCellNoise =
    std::function<std::shared_ptr<const CellNoise>(const Json& number)>;
// All of a plan but its promises, for any noise. Which sums over cells may be shown is
// left to the caller.
Result<CellsPlan> read_cells_plan(const MechanismRecord& record,
                                  const ReadCellNoise& read_noise);

}  // namespace selvage
