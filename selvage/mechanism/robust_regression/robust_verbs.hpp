// The verb `regression` as asked with `mechanism` robust.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

Verb robust_regression_verb();
// Whether a certificate is of one.
bool is_robust_regression(const MechanismRecord& record);

}  // namespace selvage
