// What can be asked for with `average_case`: a histogram, and a count by groups.
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

std::vector<Verb> sparse_histogram_verbs();  // histogram, count
// Whether a certificate is of one of these.
bool tells_of_average_case(const MechanismRecord& record);

}  // namespace selvage
