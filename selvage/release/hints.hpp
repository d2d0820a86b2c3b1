// Where nearly everybody is in `missing` or `other`, or nothing is known of any group,
// the question may not fit the column: what to look at, and the field that cures it,
// one sentence each. Computed from the question and the released numbers alone, so that
// it costs nothing: post-processing. [T6]
#pragma once
#include <string>
#include <vector>

#include "selvage/release/release.hpp"

namespace selvage {

std::vector<std::string> hints(const Release& release);

}  // namespace selvage
