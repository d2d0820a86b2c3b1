// Thresholds of a staircase that keeps a profile: those of [LP15, Example 7], rounded
// up, and the smallest. Level i of a profile with the limits k_1 > k_2 > ... and
// epsilons e_0 > e_1 > ... adds noise of e_i to what looks like a count of k_i or less.
// [T76]
#pragma once
#include "selvage/mechanism/outlier/law/staircase.hpp"
#include "selvage/profile/profile.hpp"

namespace selvage {

// T_i = k_i + ceil(alpha / e_0) + ... + ceil(alpha / e_{i-1}). Rounding down would
// break the promise. Refuses what is no profile, one that is 0 above all limits, alpha
// < 0, and what check_staircase refuses.
Result<Staircase> paper_staircase(const std::vector<ProfileStep>& profile,
                                  const Rational& alpha);
// The same with alpha = ln(levels / delta), as the paper's delta = levels e^-alpha
// asks.
Result<Staircase> paper_staircase_for(const std::vector<ProfileStep>& profile,
                                      const Rational& delta);

// Flags are told: T_1 is the least with which level 1 keeps (e_1, delta), then T_2
// given T_1, and so on. Smaller ones keep less, so each is the least. [T76] Refuses as
// above, delta outside (0, 1), and where a level is not kept with any threshold.
Result<Staircase> smallest_thresholds(const std::vector<ProfileStep>& profile,
                                      const Rational& delta);
// Flags are hidden: starts from the smallest of above and halves down one threshold
// after the other while the final output keeps the profile. One less of the last one
// changed does not; it is not proved that no other thresholds are smaller.
Result<Staircase> smallest_hidden_thresholds(const std::vector<ProfileStep>& profile,
                                             const Rational& delta);

}  // namespace selvage
