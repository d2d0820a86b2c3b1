#include "selvage/experiment/trials/pair_lines.hpp"

#include <algorithm>
#include <cmath>

namespace selvage {
namespace {

constexpr double kMostLineCode = 1e17;

}  // namespace

std::int64_t line_code(double number) {
  return std::llround(std::clamp(number * kCodesOfOne, -kMostLineCode, kMostLineCode));
}

PairLines pair_lines(const std::vector<LinePoint>& points) {
  PairLines lines;
  for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
    const LinePoint &p = points[i], &q = points[i + 1];
    const bool none = p.x == q.x;
    const double beyond = i % 4 == 2 ? kMostLineCode : -kMostLineCode;
    const double slope = none ? beyond : (q.y - p.y) / (q.x - p.x);
    lines.slopes.push_back(line_code(slope));
    lines.intercepts.push_back(line_code(none ? beyond : p.y - slope * p.x));
  }
  std::sort(lines.intercepts.begin(), lines.intercepts.end());
  std::sort(lines.slopes.begin(), lines.slopes.end());
  return lines;
}

}  // namespace selvage
