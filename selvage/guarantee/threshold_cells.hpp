// What the mechanisms of [LP15] promise, one independent run in every cell of a person:
// as much as the certified check of their law proves for classes of every size. [T68]
#pragma once
#include <string>
#include <vector>

#include "selvage/guarantee/derivation.hpp"
#include "selvage/mechanism/outlier/law/lower_bound.hpp"
#include "selvage/mechanism/outlier/law/staircase.hpp"

namespace selvage {

// Fails with the first class size for which the promise is not proved.
Result<Derivation> staircase_cells(const Staircase& staircase,
                                   const std::vector<ProfileStep>& profile,
                                   const Rational& delta, const std::string& partition);

// The same for noise by a private guess, for the profile that it guesses from. Refuses
// an at_zero of infinity.
Result<Derivation> lower_bound_cells(const LowerBound& mechanism, const Rational& delta,
                                     const std::string& partition);

}  // namespace selvage
