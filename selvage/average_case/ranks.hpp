// How often a fresh pair of rows lies farther apart than pairs of a table: by its rank
// among these, exactly and whatever the rows are like. Theory: T234.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "selvage/base/interval.hpp"

namespace selvage {

// Of m disjoint pairs, the j-th smallest distance as a scale: the probability that the
// replaced person moves by more. Requires 1 <= j <= m.
Rational rank_gamma(std::int64_t pairs, std::int64_t rank);
// The same for the K-th smallest of all n(n-1)/2 pairs. 1 where the ranks say nothing.
Rational all_pairs_gamma(std::int64_t people, std::int64_t rank);
// The least rank for this gamma, of disjoint pairs: none if there are too few.
std::optional<std::int64_t> least_rank(std::int64_t pairs, const Rational& gamma);

// By the inequality of Dvoretzky, Kiefer, Wolfowitz and Massart at this x: for
// comparison, nothing rests on it.
Interval dkw_gamma(std::int64_t pairs, std::int64_t rank, const Rational& x);

// Differences of all pairs of whole numbers, the `rank`-th smallest, in O(n log n) and
// 63 passes. Requires 1 <= rank <= n(n-1)/2, and numbers of at most 2^61 in size.
std::int64_t pairwise_difference(std::vector<std::int64_t> numbers, std::int64_t rank);

}  // namespace selvage
