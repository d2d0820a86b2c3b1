// Bins by how far a value may move: `bucket` BETA with `column` NAME=LO:HI is the same
// as NAME=LO:HI:STEP with a STEP of 2 BETA, in every column that has no step. Each
// value is then within BETA of the middle of its bin. [T165]
#pragma once
#include "selvage/question/field.hpp"

namespace selvage {

// The fields of a verb, with steps in the place of `bucket`. Refuses it where no step
// follows from it, and for a mode and max-k, of whose values bins say nothing.
Result<Asked> asked_with_bins(const std::string& verb, const std::vector<Field>& fields,
                              const Asked& asked);

}  // namespace selvage
