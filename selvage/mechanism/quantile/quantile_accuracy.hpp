// What can be said of a quantile before any data. The answer's penalty exceeds t with
// probability at most exp(-t) / share, where `share` is the part of the prior that
// fits the rank best; it is at least 1/total for every table. [T93]
#pragma once
#include <cstdint>

#include "selvage/base/interval.hpp"
#include "selvage/mechanism/quantile/quantile_tree.hpp"
#include "selvage/mechanism/quantile/tied_prior.hpp"

namespace selvage {

// ln(1/share) that holds for every table: ln(total), as every code weighs 1 at least.
Interval certain_log(const TiedPrior& prior);
// The one to plan with: it holds where a value below 2^39 steps is repeated around the
// rank, and where the rows next to it are 2^-39 of their size apart, or more.
inline constexpr std::int64_t kPlanningLog = 32;
// The smaller one of both, without ties: rows of one value share its weight.
Interval planning_log(const TiedPrior& prior);

// With this confidence at most so many rows lie between the answer and the rank that
// was asked for. Requires 0 < confidence < 1, as all below.
std::int64_t rank_error(const Slopes& slopes, const Interval& log,
                        const Rational& confidence);

// The same for every quantile of a tree at once, where no value is shared by more than
// a million rows. [T97]
std::int64_t rank_error(const QuantileTree& tree, const Interval& log,
                        const Rational& confidence);

// From so many rows on the answer lies within the data with this confidence, where the
// penalty outside is `slope` for each row.
std::int64_t rows_needed(const Rational& slope, const Interval& log,
                         const Rational& confidence);

}  // namespace selvage
