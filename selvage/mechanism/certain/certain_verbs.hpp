#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

// `median`, `quantile` and `iqr` with `certain`.
std::vector<Verb> certain_verbs();
Result<Plan> read_certain(const MechanismRecord& record);

}  // namespace selvage
