// A plan of cells from what a certificate tells of it: nothing is believed that a plan
// would not say itself.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

// Requires one of the verbs of cells, and law and shown of the schema.
Result<Plan> read_cells(const MechanismRecord& record);

}  // namespace selvage
