// Counts that noise only takes from. [T160, T162]
#pragma once
#include "selvage/base/interval.hpp"
#include "selvage/guarantee/derivation.hpp"
#include "selvage/guarantee/person_share.hpp"

namespace selvage {

// A drop in every cell that hides one row at (epsilon, row_delta), and people with such
// a share: dp (rows * epsilon, delta). Refuses a delta that is less than the theorem
// says.
Result<Derivation> drop_only_cells(const Rational& epsilon, const Rational& row_delta,
                                   const PersonShare& share, const Rational& delta);

// What delta is divided by for one row: floor(R/m) g(m) + g(R mod m). [T162]
Interval delta_of_person(const Rational& epsilon, const PersonShare& share);

}  // namespace selvage
