// From certified intervals to machine numbers and back, never losing the safe side.
#pragma once
#include <limits>

#include "selvage/base/interval.hpp"

namespace selvage {

// Half the distance from 1 to the next number: one rounding errs by this factor.
constexpr long double kRounding = std::numeric_limits<long double>::epsilon() / 2;

long double rounded_down(const Interval& x);  // <= all values of x
long double rounded_up(const Interval& x);
// Within a factor 1 +- 2 kRounding of a value that x tells to more than 100 bits.
long double nearest(const Interval& x);

// Holds all from `lower` to `upper`. Requires finite numbers, lower <= upper.
Interval between(long double lower, long double upper);

}  // namespace selvage
