// A value that is shown exactly or not at all, by how many people it takes to change
// it. [T125]
#pragma once
#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// dp: (epsilon, delta), of one test in one group. Requires epsilon > 0, 0 < delta < 1.
Derivation stable_value(const Rational& epsilon, const Rational& delta);

}  // namespace selvage
