// The best epsilon and delta that follow from (epsilon, delta) promises alone, whatever
// the mechanisms: sum over j of C(k,j) max(p^j (1-p)^(k-j) - e^E p^(k-j) (1-p)^j, 0),
// p = 1/(1+e^-e), for k equal ones. Theory: T23; after [KOV15, MV16].
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

constexpr std::int64_t kMaxOptimalTimes = 100'000;

// `times` releases with the same promise, at any E >= 0. Rounded up.
// Requires 0 <= each.epsilon <= 10^6, 0 <= each.delta < 1, times
// in 1..kMaxOptimalTimes.
Rational optimal_delta(const DpPromise& each, std::int64_t times,
                       const Rational& epsilon);
// The same at the corner E = (times - 2 corner) each.epsilon, by the formula of
// [KOV15]. Requires 0 <= corner <= times / 2.
Rational optimal_corner_delta(const DpPromise& each, std::int64_t times,
                              std::int64_t corner);
// The least epsilon of six digits, or the sum of all if that is less; none if delta is
// less than what the deltas alone come to, or so near to something that our intervals
// cannot tell. Requires 0 <= delta < 1.
std::optional<Rational> optimal_epsilon(const DpPromise& each, std::int64_t times,
                                        const Rational& delta);
// Releases with different promises, on a lattice. Rounded up.
Result<Rational> optimal_delta(const std::vector<DpPromise>& promises,
                               const Rational& epsilon);

// The rule: premise i counts times[i] times; (epsilon, delta) for this delta. [T23]
// Refuses promises that are not dp, and mixed neighbours. Requires one number a
// premise.
Result<Derivation> optimal_composition(std::vector<Derivation> premises,
                                       const std::vector<std::int64_t>& times,
                                       const Rational& delta);

}  // namespace selvage
