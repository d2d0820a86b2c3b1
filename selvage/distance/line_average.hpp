// The cheapest partial plans on the line, of every mass at once. The running sum of
// masses (what is left of here in the first, less what is in the second) crosses each
// level up and down in turn; levels do not help each other, and at one level the best
// plan of k pairs joins neighbours: k gaps of least sum, no two adjacent. [T152]
#pragma once
#include <optional>
#include <span>

#include "selvage/distance/average_profile.hpp"
#include "selvage/distance/line_turns.hpp"

namespace selvage {

// In O(K log K) for K crossings of levels. None for more than 2^22 of them that are
// four times as many as the places, and for more than 2^25.
std::optional<AverageProfile> line_average(const LineTurns& line, Int128 total);

// What the pairs of neighbours cost that are added one after the other, cheapest first,
// where `places` are those of sources and sinks in turn. The costs do not fall.
// Requires an even number of places, in order.
std::vector<std::int64_t> costs_of_pairs(std::span<const std::int64_t> places);

}  // namespace selvage
