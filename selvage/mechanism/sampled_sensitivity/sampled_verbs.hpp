// The verbs that answer by sampled sensitivity, where `average_case` is asked.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

// mean and trimmed-mean, beside those for everybody.
std::vector<Verb> sampled_mean_verbs();
// ridge and logistic, which are asked in no other way.
std::vector<Verb> sampled_fit_verbs();
bool tells_of_sampled_sensitivity(const MechanismRecord& record);

}  // namespace selvage
