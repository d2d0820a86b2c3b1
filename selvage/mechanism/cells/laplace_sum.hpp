// Tails of a sum of independent discrete Laplace draws, exactly but for rounding
// outward. [T82]
#pragma once
#include "selvage/base/rational.hpp"

namespace selvage {

// The least t with P(|Z_1 + ... + Z_count| > t) <= beta, Z_i of this scale. Requires
// count >= 1 and 0 < beta < 1.
std::int64_t laplace_sum_bound(const Rational& scale, std::int64_t count,
                               const Rational& beta);

}  // namespace selvage
