// Probabilities as whole numbers of 2^-120, always rounded up, and their exact
// convolution: c[n] = sum over i + j = n of a[i] b[j], by one product of two long
// integers. No floating point. Theory: T24.
#pragma once
#include <vector>

#include "selvage/base/interval.hpp"
#include "selvage/base/rational.hpp"

namespace selvage {

__extension__ using Mass = unsigned __int128;

constexpr int kMassBits = 120;
constexpr Mass kFullMass = Mass{1} << kMassBits;  // probability 1

// The least mass that is >= the probability, at most kFullMass. Requires x >= 0.
Mass mass_above(const Rational& probability);
// The same for a positive value in the interval, by its upper end; `sure` becomes false
// where the lower end would give another mass, so that ours may not be the least.
Mass mass_above(const Interval& probability, bool& sure);
Rational probability(Mass mass);

// a b, rounded up to a whole mass. Requires a, b <= 2 kFullMass.
Mass product_above(Mass a, Mass b);
// The same, rounded down.
Mass product_below(Mass a, Mass b);

// The convolution, each entry rounded up to a whole mass.
// Requires non-empty a, b, each with a sum of at most 2 kFullMass.
std::vector<Mass> convolution_above(const std::vector<Mass>& a,
                                    const std::vector<Mass>& b);

}  // namespace selvage
