// The shipped samplers at the parameters of a plan, on this machine.
#pragma once
#include <optional>

#include "selvage/base/rational.hpp"
#include "selvage/inversion/filter.hpp"
#include "selvage/law/warped_geometric.hpp"
#include "selvage/noise/warped_table.hpp"

namespace selvage::verify {

// Whether the sampler of discrete Laplace noise gives each word it is sure of the value
// that the exact thresholds give to all uniform numbers that begin with the word, and
// each word it is not sure of, with some continuations, the value of these: all words
// of 16 bits (for wide noise some thousand of them), and words of 64 bits, large and
// small, on both sides of thresholds, as near as the filter may decide and nearer.
// Nothing if the scale is beyond the filter. [T12]
std::optional<bool> laplace_sampler_is_exact(
    const Rational& scale, const FilterKernel& kernel = filter_kernels()[0]);

// Whether the sampler of Gaussian noise draws its candidates rightly, by the above, and
// accepts and refuses them rightly, for coins on both sides of exp(-x) as near as it
// may decide and nearer. [T16]
bool gaussian_sampler_is_exact(const Rational& variance,
                               const FilterKernel& kernel = filter_kernels()[0]);

// Whether the walk of W has exactly the law of W, from counts below, at and above each
// of the first limits of its profile: every output that the walk reaches with more than
// 1e-4, as fractions; and whether the table, where there is one, is right from these
// counts. [T40]
bool warped_sampler_is_exact(const WarpedGeometric& law);
// Whether the table gives words on both sides of the boundaries of the law's exact
// distribution function, as near as they may be and nearer, the right outputs.
bool warped_table_is_exact(const WarpedTable& table, const WarpedGeometric& law,
                           std::int64_t count);

}  // namespace selvage::verify
