// How large draws of the same noise are together, each with a weight: what a mean or a
// variance errs by. [T80, T81]
#pragma once
#include "selvage/mechanism/cells/noise.hpp"

namespace selvage {

// With probability >= 1 - beta independent draws, each times its weight, sum up to at
// most this in size. It grows with every weight. Requires at most three weights, all at
// least 0, and 0 < beta < 1.
std::int64_t combined_bound(const Noise& noise, std::span<const Rational> weights,
                            const Rational& beta);

}  // namespace selvage
