// The shipped sampler at the parameters of a plan: one round of it, by its uniform
// integers and coins, on every branch. [T2, T10]
#pragma once
#include <optional>

#include "selvage/base/rational.hpp"

namespace selvage::verify {

// Whether, given that the round accepts, the ratio of each value's mass to that of 0
// brackets the ratio of the exact probabilities, for the 40 likeliest values, with less
// than 1e-9 unresolved. Nothing if the scale's terms make too many branches to walk.
std::optional<bool> laplace_sampler_is_exact(const Rational& scale);

}  // namespace selvage::verify
