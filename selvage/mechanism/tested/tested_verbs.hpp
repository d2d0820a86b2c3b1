#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

// `median`, `iqr` and `trimmed-mean` with `mechanism` propose-test-release.
std::vector<Verb> tested_verbs();
Result<Plan> read_tested(const MechanismRecord& record);
// Whether a certificate is of one of these.
bool tells_of_tests(const MechanismRecord& record);

}  // namespace selvage
