// From a request to its plan, before any data.
#pragma once
#include "selvage/mechanism/cells/cells_request.hpp"
#include "selvage/mechanism/cells/plan.hpp"

namespace selvage {

// The plan that meets the request; sees no data. Where an accuracy is wanted, with the
// least epsilon (of three digits) that meets it.
Result<CellsPlan> plan_request(const CellsRequest& request);

}  // namespace selvage
