// A quantile that is drawn with a probability proportional to a public weight times
// exp(-penalty), where the penalty grows by a slope for each row that lies between the
// candidate and its rank. [T91]
#pragma once
#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// dp: epsilon is rows_per_person times the largest of left, right and
// max(at, 1 - at) (left + right). Requires 0 < at < 1, slopes > 0, rows_per_person
// >= 1.
Derivation universal_quantile(const Rational& at, const Rational& left,
                              const Rational& right, std::int64_t rows_per_person);

// Several quantiles by splitting, each of slopes that cost one row epsilon. dp: levels
// times epsilon times rows_per_person. [T97] Requires levels >= 1, epsilon > 0,
// rows_per_person >= 1.
Derivation split_quantiles(std::int64_t levels, const Rational& epsilon,
                           std::int64_t rows_per_person);

// Searches among public candidates for one around a rank, each with noise `first` on a
// threshold and `second` where it stops. dp: searches times rows_per_person times
// (first + second). [T115] Requires both > 0, searches >= 1, rows_per_person >= 1.
Derivation rank_thresholds(const Rational& first, const Rational& second,
                           std::int64_t searches, std::int64_t rows_per_person);

}  // namespace selvage
