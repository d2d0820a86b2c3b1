// What is asked of counts of people: by an epsilon, as of all cells, or by a profile.
#pragma once
#include "selvage/mechanism/cells/cells_request.hpp"
#include "selvage/mechanism/outlier/profile_plan.hpp"

namespace selvage {

struct CountRequest {
  CellsRequest cells;
  std::optional<ProfileRequest> profile;  // none: by an epsilon
};

// Fails in one sentence that names the field. Requires a verb that counts.
Result<CountRequest> parse_count_request(const std::string& verb, const Asked& asked);

}  // namespace selvage
