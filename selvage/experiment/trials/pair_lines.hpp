// Lines through pairs of points, as the regressions of [DL09] begin: their intercepts
// and slopes in codes, rising. Two points with the same x have no line: their numbers
// are below everything and above everything in turns.
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/experiment/trials/regression_trials.hpp"

namespace selvage {

inline constexpr double kCodesOfOne = 1e6;
// A number in codes, to the nearest one, within what mechanisms take.
std::int64_t line_code(double number);

struct PairLines {
  std::vector<std::int64_t> intercepts, slopes;
};
PairLines pair_lines(const std::vector<LinePoint>& points);

}  // namespace selvage
