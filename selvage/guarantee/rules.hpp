// What the rules of this room share: how they read their inputs, and the pure function
// behind each rule that lives in another file than derivation.cpp.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

Error misapplied(const std::string& why);

// inputs[i].first == names[i] for the first inputs.
bool begins_with(const Inputs& inputs, const std::vector<std::string>& names);

// How often each premise counts: inputs times_1, times_2, ... from position `first` to
// the end, whole numbers from 1 to 2^30. Empty if they are not that.
std::vector<std::int64_t> read_times(const Inputs& inputs, std::size_t first,
                                     std::size_t premises);
void append_times(Inputs& inputs, const std::vector<std::int64_t>& times);

// A sum of promises as it is, or rounded up to 40 decimals where its denominator has
// grown so long that nobody reads it. A promise may be larger than need be.
Rational written_sum(const Rational& sum);

// All premises speak of the same neighbours, and there is one at least.
bool same_neighbours(const std::vector<Guarantee>& premises);

Result<Guarantee> conclude_discrete_laplace_loss(
    const Inputs& inputs, const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_discrete_gaussian_loss(
    const Inputs& inputs, const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_privacy_loss(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_optimal(const Inputs& inputs,
                                   const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_discrete_gaussian_cells(
    const Inputs& inputs, const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_zcdp_from_dp(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_zcdp_composition(const Inputs& inputs,
                                            const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_key_threshold(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_dp_from_zcdp(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_budget_filter(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_outlier_composition(const Inputs& inputs,
                                               const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_outlier_from_dp(const Inputs& inputs,
                                           const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_warped_cells(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_warped_person(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_outlier_key_threshold(
    const Inputs& inputs, const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_dp_from_outlier(const Inputs& inputs,
                                           const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_profile_at_most(const Inputs& inputs,
                                           const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_outlier_group(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_outlier_substitution(const Inputs& inputs,
                                                const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_outlier_crowd(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_distributional(const Inputs& inputs,
                                          const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_staircase_cells(const Inputs& inputs,
                                           const std::vector<Guarantee>& premises);
Result<Guarantee> conclude_lower_bound_cells(const Inputs& inputs,
                                             const std::vector<Guarantee>& premises);

}  // namespace selvage
