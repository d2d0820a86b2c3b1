// The verb of quantiles: `median`, and with `at` any other.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

std::vector<Verb> quantile_verbs();

// The mechanism that has this law for the question; fails where no request makes such a
// one.
Result<Plan> read_quantile(const MechanismRecord& record);

}  // namespace selvage
