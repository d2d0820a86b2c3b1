// What truncated Laplace noise of N points costs, in closed form. [T160, T162]
#pragma once
#include <cstdint>

#include "selvage/base/interval.hpp"

namespace selvage {

// delta*(epsilon, N) = (E-1) / (E^ceil(N/2) + E^floor(N/2) - 2), E = exp(epsilon): no
// noise on N points has less. Requires epsilon > 0, points >= 1.
Interval least_delta(const Rational& epsilon, std::int64_t points);
// The least N with delta*(epsilon, N) <= delta. Requires 0 < delta < 1.
std::int64_t least_points(const Rational& epsilon, const Rational& delta);
// delta of TL(epsilon, N) at another epsilon, one row in one bar.
Interval delta_curve(const Rational& epsilon, std::int64_t points, const Rational& at);
// One row in each of `bars` bars; exact for an odd N, an upper bound for any noise that
// keeps (epsilon, delta*).
Interval delta_of_bars(const Rational& epsilon, std::int64_t points, std::int64_t bars,
                       const Rational& at);
// To change a person of one row: two bars, at 2 epsilon.
Interval substitution_delta(const Rational& epsilon, std::int64_t points);
// (E^rows - 1) / (E - 1): what delta is multiplied by for so many rows in one bar, at
// rows * epsilon. Requires rows >= 0.
Interval growth_of_delta(const Rational& epsilon, std::int64_t rows);

}  // namespace selvage
