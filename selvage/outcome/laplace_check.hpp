// The shipped sampler of discrete Laplace noise at the scale of a plan, on this
// machine.
#pragma once
#include <optional>

#include "selvage/base/rational.hpp"
#include "selvage/random/inversion/filter.hpp"

namespace selvage {

// Whether the sampler gives each word it is sure of the value that the exact thresholds
// give to all uniform numbers that begin with the word, and each word it is not sure
// of, with some continuations, the value of these: all words of 16 bits (for wide noise
// some thousand of them), and words of 64 bits, large and small, on both sides of
// thresholds, as near as the filter may decide and nearer; and whether a source of
// noise draws by it. Nothing if the scale is beyond the filter. [T12]
std::optional<bool> laplace_sampler_is_exact(
    const Rational& scale, const FilterKernel& kernel = filter_kernels()[0]);

}  // namespace selvage
