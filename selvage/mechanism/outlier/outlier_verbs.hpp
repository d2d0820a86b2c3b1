// histogram and count: by an epsilon, as all of cells, or by a profile.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

std::vector<Verb> outlier_verbs();

}  // namespace selvage
