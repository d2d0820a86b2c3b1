// A plan with a profile from what a certificate tells of it, as cells/cells_record.hpp.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

// Whether the record tells of such a plan, and not of noise that is added.
bool tells_of_profile(const MechanismRecord& record);

// Requires a verb that counts, and law and shown of the schema.
Result<Plan> read_outlier(const MechanismRecord& record);

}  // namespace selvage
