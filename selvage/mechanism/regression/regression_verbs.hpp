#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

// regression.
std::vector<Verb> regression_verbs();

}  // namespace selvage
