// How a histogram may be distorted before a statistic of it is taken: items are
// dropped, moved, or both. None of these is symmetric; infinity where one cannot be
// made of the other. [T154]
#pragma once
#include <cstdint>
#include <span>

#include "selvage/base/extended_rational.hpp"
#include "selvage/distance/finite_matching.hpp"
#include "selvage/distance/line_histogram.hpp"

namespace selvage {

// (|x| - |y|) / |x| if y is at most x at every place, else infinity; 0 of two empty
// ones. Require histograms of line_histogram; counts of one length that are not below
// 0, fewer than 2^62 in all.
ExtendedRational drop_distortion(const LineHistogram& x, const LineHistogram& y);
ExtendedRational drop_distortion(std::span<const std::int64_t> x,
                                 std::span<const std::int64_t> y);

// The least r such that items of x, each moved by at most r, make y; infinity unless
// the sizes are equal. In units of the places.
ExtendedRational move_distortion(const LineHistogram& x, const LineHistogram& y);
ExtendedRational move_distortion(std::span<const std::int64_t> x,
                                 std::span<const std::int64_t> y,
                                 const Distances& distances);

// The least of drop_distortion(x, z) + eta move_distortion(z, y) over all z. Requires
// eta >= 0.
ExtendedRational drop_move_distortion(const LineHistogram& x, const LineHistogram& y,
                                      const Rational& eta);
ExtendedRational drop_move_distortion(std::span<const std::int64_t> x,
                                      std::span<const std::int64_t> y,
                                      const Distances& distances, const Rational& eta);

}  // namespace selvage
