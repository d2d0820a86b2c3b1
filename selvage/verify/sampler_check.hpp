// The shipped samplers at the parameters of a plan, on this machine.
#pragma once
#include <optional>

#include "selvage/base/rational.hpp"
#include "selvage/inversion/filter.hpp"
#include "selvage/law/warped_geometric.hpp"

namespace selvage::verify {

// Whether the sampler of discrete Laplace noise gives each word it is sure of the value
// that the exact thresholds give to all uniform numbers that begin with the word: all
// words of 16 bits (for wide noise some thousand of them), and some of 64 bits; and
// each word it is not sure of, with some continuations, the value of these. Nothing if
// the scale is beyond the filter. [T12]
std::optional<bool> laplace_sampler_is_exact(
    const Rational& scale, const FilterKernel& kernel = filter_kernels()[0]);

// Whether the walk of W has exactly the law of W, from counts below, at and above each
// of the first limits of its profile: every output that the walk reaches with more than
// 1e-4, as fractions; and whether the table gives words the outputs that the exact
// distribution function gives them, where there is a table. [T40]
bool warped_sampler_is_exact(const WarpedGeometric& law);

}  // namespace selvage::verify
