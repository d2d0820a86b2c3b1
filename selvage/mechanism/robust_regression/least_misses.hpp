// Where the sum of all misses |c - a v - b w| is least, exactly: from vertex to vertex
// along lines, each time to the weighted median of the crossings, until the
// subgradients at a vertex contain 0, which proves it. [T146]
#pragma once
#include <optional>
#include <span>

#include "selvage/mechanism/robust_regression/plane.hpp"

namespace selvage {

// The point (v / det, w / det). det > 0.
struct PlanePoint {
  Int128 v, w, det;
  // floor((coordinate - origin) / width), coordinate 0 or 1. Requires width > 0.
  std::int64_t cell(std::size_t coordinate, std::int64_t origin,
                    std::int64_t width) const;
};

// None where no two lines cross: then the least misses lie along a whole line, or
// everywhere.
std::optional<PlanePoint> least_misses(std::span<const PlaneLine> lines);

// The subgradients there: 0 is among them where the sum is least, and only there.
Zonotope subgradients(std::span<const PlaneLine> lines, const PlanePoint& at);

}  // namespace selvage
