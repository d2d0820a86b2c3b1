// How fast the weight of a candidate falls with its distance from the rank that is
// asked for: by exp(-left) a row where it lies too low, by exp(-right) where it lies
// too high. For 1/3 <= at <= 2/3 both are epsilon / (2 max(at, 1 - at)); elsewhere the
// side with fewer rows is the steeper one, so that fewer people are needed. [T91]
#pragma once
#include <cstdint>

#include "selvage/base/rational.hpp"

namespace selvage {

struct Slopes {
  Rational left, right;  // a row, both > 0
  bool operator==(const Slopes&) const = default;
};

// That keep epsilon for people with so many rows each.
// Requires 0 < at < 1, epsilon > 0, rows_per_person >= 1.
Slopes quantile_slopes(const Rational& at, const Rational& epsilon,
                       std::int64_t rows_per_person);

// No candidate outside the data is better than a penalty of this for each row that
// there is.
Rational slope_outside(const Rational& at, const Slopes& slopes);

}  // namespace selvage
