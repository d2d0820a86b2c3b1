#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

// `trimmed-mean`.
std::vector<Verb> trimmed_mean_verbs();
Result<Plan> read_trimmed_mean(const MechanismRecord& record);

}  // namespace selvage
