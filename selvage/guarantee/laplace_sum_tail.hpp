// Tails of the sum of a few discrete Laplace draws, in closed form. [T96]
#pragma once
#include "selvage/base/interval.hpp"

namespace selvage {

inline constexpr std::int64_t kMostSummed = 3;

// P(Z_1 + ... + Z_draws >= least), Z_i of this scale. Requires 1 <= draws <=
// kMostSummed and least >= 1.
Interval laplace_sum_tail(const Rational& scale, std::int64_t draws,
                          std::int64_t least);

}  // namespace selvage
