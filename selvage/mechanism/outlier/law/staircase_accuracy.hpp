// How wrong a staircase is at one count: |output - count|, where "suppressed" counts as
// 0 people. From the law itself, with the mass outside the windows bounded. [T77]
#pragma once
#include "selvage/base/interval.hpp"
#include "selvage/mechanism/outlier/law/staircase.hpp"

namespace selvage {

// E|error|. Refuses what StaircaseLaw refuses and counts outside 0..kMostCount.
Result<Interval> mean_absolute_error(const Staircase& staircase, std::int64_t count);
// The least r with P(|error| > r) <= beta, not less. Refuses as above, and beta outside
// [1e-12, 1).
Result<std::int64_t> error_bound(const Staircase& staircase, std::int64_t count,
                                 const Rational& beta);

// The least r with P(a number is told, and |error| > r) <= beta, not less; -1 where a
// number is told with no more than that. Refuses as above.
Result<std::int64_t> told_error_bound(const Staircase& staircase, std::int64_t count,
                                      const Rational& beta);

}  // namespace selvage
