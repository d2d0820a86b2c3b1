// A budget (E, D) for releases whose parameters are chosen on the way, after answers
// were seen. Releases fit by one of two ways, each of which may use half of D. By sum:
// their epsilons add up to at most E and their deltas to D/2. By their rhos: these add
// up to what T26 turns into (E, D/4), and the deltas of releases that have no rho to at
// most D/4; a dp promise counts as rho = epsilon^2 / 2. A release may have both, as
// Gaussian noise has. With D = 0 it is the sum. A budget in rho is simpler: rhos add.
// Theory: T29.
#pragma once
#include <optional>
#include <vector>

#include "selvage/guarantee/best_composition.hpp"

namespace selvage {

// All that decides whether releases fit.
struct BudgetSums {
  bool all_dp = true;         // a zcdp promise has no epsilon
  Rational epsilon, delta;    // by sum: of the dp promises
  Rational rho, other_delta;  // by rhos: the delta of releases without a rho
};

// Refuses promises that are neither dp nor zcdp, and mixed neighbours.
Result<BudgetSums> budget_sums(const std::vector<RepeatedRelease>& releases);
// The same of promises alone, each of one kind. Requires one number a promise.
Result<BudgetSums> budget_sums(const std::vector<Guarantee>& promises,
                               const std::vector<std::int64_t>& times);

// epsilon >= 0 and 0 <= delta < 1.
bool is_budget(const DpPromise& budget);

// D/2: what the deltas of the releases may come to by sum.
Rational delta_for_releases(const DpPromise& budget);
// D/4: what composing by rhos may use, and as much the releases that have none.
Rational delta_for_rhos(const DpPromise& budget);

// Requires a budget, here and below.
bool fits_by_sum(const BudgetSums& sums, const DpPromise& budget);
bool fits_at_order(const BudgetSums& sums, const DpPromise& budget,
                   const Rational& order);
// An order with which the rhos fit, found in double and held to with outward rounding.
std::optional<Rational> order_that_fits(const BudgetSums& sums,
                                        const DpPromise& budget);
bool fits_budget(const BudgetSums& sums, const DpPromise& budget);

// (E, D) of all releases together, by the sum if that fits. [T29]
// Refuses releases that do not fit, and what budget_sums refuses.
Result<Derivation> budget_filter(const std::vector<RepeatedRelease>& releases,
                                 const DpPromise& budget);

// Each release by its rho, where it has one: zcdp, or dp with delta 0.
std::vector<RepeatedRelease> by_rhos(const std::vector<RepeatedRelease>& releases);

// zcdp with this rho for all releases together. [T29 b] Refuses releases that have no
// rho or do not fit.
Result<Derivation> rho_filter(const std::vector<RepeatedRelease>& releases,
                              const Rational& rho);

}  // namespace selvage
