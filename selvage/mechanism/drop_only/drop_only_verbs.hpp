// Counts that are never above the truth, and what is read off them.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

inline constexpr const char* kDropPromise =
    "(epsilon, delta)-differential privacy: whether any one person (`person`;\n  else "
    "one row) is in the table or not changes the odds of any output by at\n  most a "
    "factor exp(epsilon), but for a chance of delta.";

// histogram and count, the way that `drop_only` asks for.
std::vector<Verb> drop_counting_verbs();
// support and mode, which are asked in this way only.
std::vector<Verb> drop_set_verbs();
// max, min, range and quantile, the way that `mechanism` drop-only asks for.
std::vector<Verb> drop_value_verbs();
// The highest bin of at least K people.
Verb max_k_verb();
// Whether a certificate is of one of these.
bool tells_of_drops(const MechanismRecord& record);

}  // namespace selvage
