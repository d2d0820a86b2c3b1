// The cheapest partial plans on the line, of every mass at once. The running sum of
// masses (what is left of here in the first, less what is in the second) crosses each
// level up and down in turn; levels do not help each other, and at one level the best
// plan of k pairs joins neighbours: k gaps of least sum, no two adjacent. [T152]
#pragma once
#include "selvage/base/result.hpp"
#include "selvage/distance/average_profile.hpp"
#include "selvage/distance/line_histogram.hpp"
#include "selvage/distance/masses.hpp"

namespace selvage {

// In O(K log K) for K crossings of levels. Refuses more than 2^25 of them.
Result<AverageProfile> line_average(const LineHistogram& from, const LineHistogram& to,
                                    const CommonMasses& masses);

// What the pairs of neighbours cost that are added one after the other, cheapest first,
// where `places` are those of sources and sinks in turn. The costs do not fall.
// Requires an even number of places, in order.
std::vector<std::int64_t> costs_of_pairs(std::span<const std::int64_t> places);

}  // namespace selvage
