// A verb that answers for known groups, and then also for keys that are not known.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

// `guard`: the field that turns off the noisy count which the verb takes first, where
// it has one. The count of each key is taken instead: keys are shown from so many rows
// on as the verb needs in usual columns. [T168] Empty: it has none.
Verb with_found_keys(Verb known, std::string guard = {});

}  // namespace selvage
