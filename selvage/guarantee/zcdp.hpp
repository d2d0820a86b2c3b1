// Zero-concentrated differential privacy: D_a(P||Q) <= a rho for every order a > 1.
// It adds up, and turns into (epsilon, delta) by one order, which is found in double
// and then held to with outward rounding. Theory: T25, T26; after [BS16, CKS20].
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// delta = exp((a-1)(a rho - epsilon)) / (a-1) (1 - 1/a)^a, at most 1, and the epsilon
// >= 0 that solves it, both rounded up to six digits. [T26]
// Requires order > 1, rho >= 0, 0 < delta < 1.
Rational delta_from_zcdp(const Rational& rho, const Rational& epsilon,
                         const Rational& order);
Rational epsilon_from_zcdp(const Rational& rho, const Rational& delta,
                           const Rational& order);

// Orders that nearly minimise the two above. Any order is safe.
Rational order_for_epsilon(const Rational& rho, const Rational& epsilon);
Rational order_for_delta(const Rational& rho, const Rational& delta);

// Independent discrete Gaussian noise in every cell, the counts of neighbours at most
// squared_sensitivity apart in the sum of squares: rho = squared_sensitivity /
// (2 variance), add_remove_person. [T25] Requires both > 0.
Derivation discrete_gaussian_cells(const Rational& variance,
                                   const Rational& squared_sensitivity);
// rho = epsilon^2 / 2. [T25] Refuses what is not dp with delta 0.
Result<Derivation> zcdp_from_dp(Derivation premise);
// Rhos add; premise i counts times[i] times. [T25] Refuses other kinds, and mixed
// neighbours.
Result<Derivation> zcdp_composition(std::vector<Derivation> premises,
                                    const std::vector<std::int64_t>& times);
// (epsilon, delta) for this delta, or for this epsilon. [T26]
Result<Derivation> dp_from_zcdp(Derivation premise, const Rational& delta);
Result<Derivation> dp_from_zcdp_at_epsilon(Derivation premise, const Rational& epsilon);

}  // namespace selvage
