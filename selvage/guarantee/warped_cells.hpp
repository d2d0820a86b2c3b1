// What the warped geometric law in every cell promises (outlier/law/
// warped_geometric.hpp): outlier privacy with exactly the profile that was asked for,
// and no delta where the keys are known. [T60, T61, T66]
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// Whether it is a profile that lets something be told, with limits of at most 2^53.
bool has_warped_law(const std::vector<ProfileStep>& profile);

// One cell a person; the classes are the cells. The profile is taken as its lower
// envelope. Refuses a profile that promises nothing to anybody, or lets nothing be
// told. [T60]
Result<Derivation> warped_geometric_cells(const std::vector<ProfileStep>& profile,
                                          const std::string& partition);

// One more or less in each of at most `cells_per_person` cells: dp with as many times
// the largest epsilon. Refuses a profile that does not protect everybody. [T61]
Result<Derivation> warped_cells_of_person(const std::vector<ProfileStep>& profile,
                                          std::int64_t cells_per_person);

// Keys that are not known before, each released only if its output is >= threshold:
// delta is the probability of that for a key that one person alone brings, in six
// digits, rounded up. The premise is one of warped_geometric_cells. Refuses a threshold
// below 2. [T66]
Result<Derivation> outlier_key_threshold(Derivation premise, std::int64_t threshold);
// That delta. Refuses what the law refuses.
Result<Rational> warped_key_delta(const std::vector<ProfileStep>& profile,
                                  std::int64_t threshold);

}  // namespace selvage
