// The plane between two labels that is furthest from both.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

std::vector<Verb> separator_verbs();

}  // namespace selvage
