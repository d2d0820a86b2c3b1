// The shipped sampler at the parameters of a plan: one round of it, by its uniform
// integers and coins, on every branch. [T2, T10]
#pragma once
#include <optional>

#include "selvage/base/rational.hpp"
#include "selvage/law/warped_geometric.hpp"

namespace selvage::verify {

// Whether, given that the round accepts, the ratio of each value's mass to that of 0
// brackets the ratio of the exact probabilities, for the 40 likeliest values, with less
// than 1e-9 unresolved. Nothing if the scale's terms make too many branches to walk.
std::optional<bool> laplace_sampler_is_exact(const Rational& scale);

// Whether the walk of W has exactly the law of W, from counts below, at and above each
// of the first limits of its profile: every output that the walk reaches with more than
// 1e-4, as fractions. [T40]
bool warped_sampler_is_exact(const WarpedGeometric& law);

}  // namespace selvage::verify
