// `mean` and `sum` without bounds. With bounds they are verbs of another folder;
// selvage/verbs makes one verb of both.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

std::vector<Verb> bound_free_verbs();

// The mechanism that has this law for the question; fails where no request makes such a
// one.
Result<Plan> read_bound_free(const MechanismRecord& record);

}  // namespace selvage
