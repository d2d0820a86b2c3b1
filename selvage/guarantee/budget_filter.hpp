// A budget (E, D) for releases whose parameters are chosen on the way, after answers
// were seen. Releases fit if their deltas stay within half of D and either their
// epsilons add up to at most E, or their rhos to what T26 turns into (E, D/2); a dp
// promise counts as rho = epsilon^2 / 2. With D = 0 it is the sum. Theory: T29.
#pragma once
#include <optional>
#include <vector>

#include "selvage/guarantee/best_composition.hpp"

namespace selvage {

// All that decides whether releases fit.
struct BudgetSums {
  bool all_dp = true;            // a zcdp promise has no epsilon
  Rational epsilon, delta, rho;  // epsilon and delta of the dp promises
};

// Refuses promises that are neither dp nor zcdp, and mixed neighbours.
Result<BudgetSums> budget_sums(const std::vector<RepeatedRelease>& releases);
// The same of promises alone. Requires one number a promise.
Result<BudgetSums> budget_sums(const std::vector<Guarantee>& promises,
                               const std::vector<std::int64_t>& times);

// epsilon >= 0 and 0 <= delta < 1.
bool is_budget(const DpPromise& budget);

// D/2: what the deltas of the releases may come to; the other half is for composing.
Rational delta_for_releases(const DpPromise& budget);

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

}  // namespace selvage
