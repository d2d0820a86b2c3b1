// What several releases promise together to people in small classes. Profiles over the
// same classes add; of a release about other classes everybody is told the most. [T36]
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// The first premise is an outlier promise, the others are outlier or dp promises;
// premise i counts times[i] times. The conclusion speaks of the classes of the first.
// Refuses zcdp and other kinds (convert first), mixed neighbours, and promises about
// other classes that are infinity somewhere: over the same classes infinity adds up to
// infinity, but who is in a small class here may be in a large one there. [T69]
Result<Derivation> outlier_composition(std::vector<Derivation> premises,
                                       const std::vector<std::int64_t>& times);

// A dp promise holds alike for people in classes of every size, whatever the classes:
// a profile of one step over this partition. [T36]
Result<Derivation> outlier_from_dp(Derivation premise, const std::string& partition);

}  // namespace selvage
