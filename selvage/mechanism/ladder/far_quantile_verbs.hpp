#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

// The verb of quantiles, where one of them far from the middle has a ladder for few
// rows: a released count decides [T261], or `people`, if there is no guard.
Verb with_ladder_for_few(Verb quantiles);

}  // namespace selvage
