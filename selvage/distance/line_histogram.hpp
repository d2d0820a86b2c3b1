// A histogram on the line: how many items are at each place. Places are whole numbers
// of some unit that both histograms of a pair share.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace selvage {

struct LineBar {
  std::int64_t place;
  std::int64_t count;
  bool operator==(const LineBar&) const = default;
};
using LineHistogram = std::vector<LineBar>;  // places grow

// Differences of two places fit in 64 bits.
inline constexpr std::int64_t kFarthestPlace = std::int64_t{1} << 61;

// Bars in order, one a place, without empty ones. None if a count is below 0, a place
// is too far out, or all counts together exceed kMostItems.
std::optional<LineHistogram> line_histogram(std::vector<LineBar> bars);

// Of what line_histogram made.
std::int64_t size_of(const LineHistogram& histogram);

}  // namespace selvage
