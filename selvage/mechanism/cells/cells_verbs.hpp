// histogram, count, sum, mean and variance: what can be asked of cells.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

std::vector<Verb> cells_verbs();

}  // namespace selvage
