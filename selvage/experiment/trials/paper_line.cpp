#include "selvage/experiment/trials/paper_line.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "selvage/mechanism/tested/tested_location.hpp"

namespace selvage {
namespace {

constexpr double kCodes = 1e6;  // of one slope
constexpr double kMost = 1e17;

// Two points with the same x have no line: below everything in every second pair, above
// everything in the others.
std::int64_t slope_code(const LinePoint& a, const LinePoint& b, bool above) {
  if (a.x == b.x) return std::llround(above ? kMost : -kMost);
  return std::llround(std::clamp((b.y - a.y) / (b.x - a.x) * kCodes, -kMost, kMost));
}

}  // namespace

std::optional<double> paper_slope(const std::vector<LinePoint>& points,
                                  const Rational& epsilon, const Rational& delta,
                                  PaperThreshold threshold, RandomSource& random) {
  std::vector<std::int64_t> codes;
  for (std::size_t i = 0; i + 1 < points.size(); i += 2)
    codes.push_back(slope_code(points[i], points[i + 1], i % 4 == 2));
  if (codes.size() < 3) return std::nullopt;
  std::sort(codes.begin(), codes.end());
  TestedParameters parameters{
      .people = std::ssize(codes), .epsilon = epsilon / 2, .delta = delta / 2};
  if (threshold == PaperThreshold::as_printed) {
    const double log = std::log(static_cast<double>(codes.size()));
    parameters.margin = static_cast<std::int64_t>(std::ceil(log * log));
  }
  const auto median = TestedMedian::make(parameters);
  assert(median);
  const auto [scale, steps] = median->run(PublicRows(std::ssize(codes), codes), random);
  if (scale == kNotTold || steps == kNotTold) return std::nullopt;
  const int bits = scale == TestedScale::kZero ? 0 : median->width(scale).step_bits;
  return std::ldexp(static_cast<double>(steps), bits) / kCodes;
}

}  // namespace selvage
