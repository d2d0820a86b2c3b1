// Rows of a column, drawn at random, with noise.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

std::vector<Verb> sample_verbs();

}  // namespace selvage
