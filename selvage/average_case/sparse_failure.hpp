// A histogram with noise in the full cells alone tells exactly which cells are empty.
// For random differential privacy that must almost never depend on one person: how
// often it does, for rows that are drawn from one population. Theory: T232.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "selvage/base/interval.hpp"

namespace selvage {

// One row of n + 1 is left out for each of two tables: they have other empty cells with
// this probability, where `singletons` of the n + 1 are alone in their cells. Requires
// 0 <= singletons <= people + 1, people >= 1.
Rational failure_given_singletons(std::int64_t people, std::int64_t singletons);

// The same for rows drawn from cells of these probabilities, exactly. Requires that
// they sum to 1, and few people.
Rational failure_of(const std::vector<Rational>& population, std::int64_t people);

// It is at most this, whatever the population is: gamma of the sparse histogram, for
// replaced people. Requires cells >= 1, people >= 1.
Interval sparse_gamma(std::uint64_t cells, std::int64_t people);
// The same where a person may be in any number of the cells, or in none. [T346]
Interval sparse_people_gamma(std::uint64_t cells, std::int64_t people);
// The same where the rows are only exchangeable, as a sample without replacement.
Rational exchangeable_sparse_gamma(std::uint64_t cells, std::int64_t people);
// For people who are added or removed, where there are at least so many.
Interval added_sparse_gamma(std::uint64_t cells, std::int64_t least_people);

// The shipped step: every cell has a noisy count beside it, and takes it where somebody
// is. Time does not depend on where that is. Requires as many of both.
void keep_where_full(std::span<std::int64_t> counts,
                     std::span<const std::int64_t> noisy);

}  // namespace selvage
