// The one list of what can be asked.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

const std::vector<Verb>& verbs();
const Verb* find_verb(const std::string& name);  // nullptr: there is none

}  // namespace selvage
