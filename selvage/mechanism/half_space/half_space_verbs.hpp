// Counts in half-spaces, by `count` with `half_space`.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

Verb half_space_verb();
// Whether a certificate is of such counts.
bool tells_of_half_spaces(const MechanismRecord& record);

}  // namespace selvage
