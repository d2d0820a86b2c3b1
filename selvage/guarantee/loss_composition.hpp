// Composition by privacy-loss distributions, as rules of derivations: the noise of a
// release tells more than its epsilon does. Theory: T22, T24.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "selvage/guarantee/derivation.hpp"
#include "selvage/guarantee/privacy_loss.hpp"

namespace selvage {

// Independent discrete Laplace noise of this scale in every cell, numbers that one
// person changes by at most `sensitivity` in all: like one draw and its shift by that,
// add_remove_person. [T22] Refuses scale <= 0, sensitivity < 1.
Result<Derivation> discrete_laplace_loss(const Rational& scale,
                                         std::int64_t sensitivity);

// Independent discrete Gaussian noise in every cell, a person who changes one cell, by
// at most `sensitivity`. [T22] Refuses as above.
Result<Derivation> discrete_gaussian_loss(const Rational& variance,
                                          std::int64_t sensitivity);

// All releases together, premise i counted times[i] times: (epsilon, delta) for this
// delta. Premises are laplace_loss, gaussian_loss or dp promises. [T24]
// Refuses other kinds, and mixed neighbours. Requires one number a premise.
Result<Derivation> composition_by_privacy_loss(std::vector<Derivation> premises,
                                               const std::vector<std::int64_t>& times,
                                               const Rational& delta);

// The loss of each premise, composed times[i] times with itself. Refuses other kinds
// than those above. Requires one number a premise.
Result<std::vector<PrivacyLoss>> loss_powers(const std::vector<Guarantee>& premises,
                                             const std::vector<std::int64_t>& times);

// The node of a rule that takes delta, the step of the lattice if there are several
// premises, and times_1, times_2, ...
Result<Derivation> derive_on_lattice(const std::string& rule,
                                     std::vector<Derivation> premises,
                                     const std::vector<std::int64_t>& times,
                                     const Rational& delta);

}  // namespace selvage
