// The verbs of extremes: `max`, `min` and `range`.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

std::vector<Verb> extremes_verbs();

// The mechanism that has this law for the question; fails where no request makes such a
// one.
Result<Plan> read_extremes(const MechanismRecord& record);

}  // namespace selvage
