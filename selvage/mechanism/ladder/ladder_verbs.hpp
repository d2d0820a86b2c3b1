#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

// One quantile by a ladder, which `mechanism` ladder asks for.
Verb ladder_verb();
// Whether a certificate is of a ladder.
bool tells_of_ladder(const MechanismRecord& record);
Result<Plan> read_ladder(const MechanismRecord& record);

}  // namespace selvage
