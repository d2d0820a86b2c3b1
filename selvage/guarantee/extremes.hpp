// The largest or smallest value of rows in public bins. Both rules count what one
// person changes in all groups together. [T103, T105]
#pragma once
#include <optional>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// The first bin that fewer rows lie beyond than a noisy threshold: geometric noise of
// parameter `first` on the threshold, and of `second` in every bin.
// dp: epsilon is rows_per_person (first + second). Requires both > 0, rows_per_person
// >= 1.
Derivation above_threshold(const Rational& first, const Rational& second,
                           std::int64_t rows_per_person);

// With probability 1 - risk at most so many rows lie beyond the place that such a
// threshold stops at, of so many, and at least one at it or beyond. None where these
// terms keep no such promise. [T104] Requires first, second > 0, places >= 2.
std::optional<std::int64_t> people_beyond(const Rational& first, const Rational& second,
                                          std::int64_t threshold, std::int64_t places,
                                          const Rational& risk);

// The same of a bin that is drawn by `slope` and `people`, where there are so many
// rows. [T105] Requires slope > 0, people >= 1, places >= 2, risk > 0.
std::optional<std::int64_t> people_beyond_drawn(const Rational& slope,
                                                std::int64_t people,
                                                std::int64_t places,
                                                const Rational& risk);

// A bin drawn with a probability proportional to exp(-slope * score), where a row
// changes no score by more than 1.
// dp: epsilon is 2 rows_per_person slope. Requires slope > 0, rows_per_person >= 1.
Derivation exponential_extreme(const Rational& slope, std::int64_t rows_per_person);

}  // namespace selvage
