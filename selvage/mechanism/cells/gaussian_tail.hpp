// Tails of Gaussian noise, as bounds that are never too small. [T33, T83]
#pragma once
#include <optional>

#include "selvage/base/rational.hpp"

namespace selvage {

// At least erfc(sqrt(x)), and at most 1e-50 of it more. Requires x >= 0.
Rational erfc_of_root(const Rational& x);

// The least t with P(|Z_1 + ... + Z_count| > t) <= beta, as far as it is known, Z_i
// discrete Gaussian of this variance; none where variance and count are so small that
// the bound says little. Requires count >= 1 and 0 < beta < 1.
std::optional<std::int64_t> gaussian_sum_bound(const Rational& variance,
                                               std::int64_t count,
                                               const Rational& beta);

}  // namespace selvage
