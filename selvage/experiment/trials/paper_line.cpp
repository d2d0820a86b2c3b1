#include "selvage/experiment/trials/paper_line.hpp"

#include <cassert>
#include <cmath>

#include "selvage/experiment/trials/pair_lines.hpp"
#include "selvage/mechanism/tested/tested_location.hpp"

namespace selvage {

std::optional<double> paper_slope(const std::vector<LinePoint>& points,
                                  const Rational& epsilon, const Rational& delta,
                                  PaperThreshold threshold, RandomSource& random) {
  const std::vector<std::int64_t> codes = pair_lines(points).slopes;
  if (codes.size() < 3) return std::nullopt;
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
  return std::ldexp(static_cast<double>(steps), bits) / kCodesOfOne;
}

}  // namespace selvage
