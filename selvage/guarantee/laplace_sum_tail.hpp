// Tails of the sum of a few discrete Laplace draws, in closed form. [T96]
#pragma once
#include "selvage/base/interval.hpp"

namespace selvage {

inline constexpr std::int64_t kMostSummed = 3;

// P(Z_1 + ... + Z_draws >= least), Z_i of this scale. Requires 1 <= draws <=
// kMostSummed and least >= 1.
Interval laplace_sum_tail(const Rational& scale, std::int64_t draws,
                          std::int64_t least);

// What the sum of so many draws exceeds in size with this risk at most, and nothing
// smaller. Requires 0 < risk < 1.
std::int64_t laplace_size_bound(const Rational& scale, std::int64_t draws,
                                const Rational& risk);

}  // namespace selvage
