// The shipped sampler of discrete Gaussian noise at the variance of a plan, on this
// machine.
#pragma once
#include "selvage/base/rational.hpp"
#include "selvage/random/inversion/filter.hpp"

namespace selvage {

// Whether the sampler draws its candidates rightly, as laplace_check.hpp says, and
// accepts and refuses them rightly, for coins on both sides of exp(-x) as near as it
// may decide and nearer; and whether a source of noise draws by it. [T16]
bool gaussian_sampler_is_exact(const Rational& variance,
                               const FilterKernel& kernel = filter_kernels()[0]);

}  // namespace selvage
