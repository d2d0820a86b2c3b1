// One number that tables with close answers do not give away either.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

// The same verb, which `robust` RHO:THETA:EPS gives noise on top.
Verb with_robust(Verb verb);

}  // namespace selvage
