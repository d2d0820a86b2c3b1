// What can be asked of cells, by an epsilon or an accuracy.
#pragma once
#include "selvage/mechanism/cells/cells_request.hpp"
#include "selvage/mechanism/verb.hpp"

namespace selvage {

std::vector<Verb> cells_verbs();  // sum, mean and variance
// histogram and count, to which a folder with other noise for counts adds its own.
std::vector<Verb> counting_verbs();

// Plans with noise that is added.
Result<Planned> plan_asked(CellsRequest request);
// The request with the plan that was made for it.
Planned planned_of(CellsRequest request, Plan plan);

}  // namespace selvage
