#include "selvage/experiment/trials/paper_robust_line.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "selvage/experiment/trials/pair_lines.hpp"
#include "selvage/mechanism/robust_regression/block_sizes.hpp"
#include "selvage/mechanism/robust_regression/cell_depth.hpp"
#include "selvage/mechanism/robust_regression/least_misses.hpp"
#include "selvage/mechanism/robust_regression/row_map.hpp"
#include "selvage/mechanism/tested/tested_location.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kStepsOfACell = 1 << 10;  // of the narrower side, at least
constexpr std::int64_t kNoiseSteps = 1 << 10;    // of a side
constexpr std::int64_t kMostDepth = 1'000'000;
constexpr std::int64_t kParts = 12, kPartsAsPrinted = 11, kDeltas = 8;

// How wide cells are in one direction, in codes; none where S does not tell a scale.
std::optional<double> width_of(const std::vector<std::int64_t>& codes, double points,
                               const TestedParameters& parameters,
                               RandomSource& random) {
  const auto scale = TestedScale::make(parameters);
  assert(scale);
  const std::int64_t told = scale->run(PublicRows(std::ssize(codes), codes), random);
  if (told == kNotTold) return std::nullopt;
  if (told == TestedScale::kZero) return kCodesOfOne / std::sqrt(points);
  return scale->scale_of(told).to_double() * std::pow(points, -0.25);
}

}  // namespace

std::optional<double> paper_robust_slope(const std::vector<LinePoint>& points,
                                         const Rational& epsilon, const Rational& delta,
                                         PaperThreshold threshold,
                                         RandomSource& random) {
  const bool printed = threshold == PaperThreshold::as_printed;
  const auto n = static_cast<double>(points.size());
  const PairLines told = pair_lines(points);
  const std::int64_t pairs = std::ssize(told.slopes);
  if (pairs < 3) return std::nullopt;
  const Rational part = epsilon / (printed ? kPartsAsPrinted : kParts);
  const auto margin = [&](double rows) {
    const double log = std::log(rows);
    return printed ? std::optional(static_cast<std::int64_t>(std::ceil(log * log)))
                   : std::nullopt;
  };
  TestedParameters of_scale{
      .people = pairs, .epsilon = part * 3, .delta = delta * 2 / kDeltas};
  of_scale.margin = margin(static_cast<double>(pairs));
  std::array<double, 2> widths{};
  for (const std::size_t i : {0U, 1U}) {
    const auto width =
        width_of(i == 0 ? told.intercepts : told.slopes, n, of_scale, random);
    if (!width) return std::nullopt;
    widths[i] = *width;
  }
  // Whole steps: a power of two of 2^-20 codes, so that the narrower side has some
  // thousand of them.
  const double one_code = std::ldexp(1.0, BlockSizes::kMissBits);
  RowShape shape{{0}, {line_code(1)}, 0, 0};
  double narrow = std::min(widths[0], widths[1]) * one_code;
  while (narrow >= 2 * kStepsOfACell) {
    narrow /= 2;
    ++shape.step_bits;
  }
  const double step = std::ldexp(1 / one_code, shape.step_bits);  // in codes
  NumberRows rows;
  for (const LinePoint& point : points) {
    rows.numbers.push_back(line_code(point.y));
    rows.numbers.push_back(line_code(point.x));
  }
  const auto lines = plane_lines(rows, shape);
  const auto least = least_misses(lines);
  if (!least) return std::nullopt;
  const TestShare share(part, delta / kDeltas, margin(n));
  for (int grid = 0; grid < 4; ++grid) {
    PlaneCell cell{};
    bool inside = true;
    for (const std::size_t i : {0U, 1U}) {
      const auto width = static_cast<std::int64_t>(std::ceil(
          std::min(widths[i] / step, static_cast<double>(kMostCoordinate) / 4)));
      const std::int64_t from = (grid >> i & 1) * width / 2;
      const std::int64_t at = least->cell(i, from, width);
      inside = inside && std::abs(at) < kMostCoordinate / width - 2;
      if (!inside) break;
      cell.low[i] = from + width * at;
      cell.high[i] = cell.low[i] + width;
    }
    const std::int64_t depth = inside ? cell_depth(lines, cell, kMostDepth) : 0;
    const bool passes = printed ? share.passes(depth, 2, random)
                                : share.passes((depth + 1) / 2, 1, random);
    if (!passes) continue;
    const double slope =
        static_cast<double>(least->w) / static_cast<double>(least->det) * step;
    const double noise_step = widths[1] / static_cast<double>(kNoiseSteps);
    return (std::floor(slope / noise_step + 0.5) +
            static_cast<double>(share.noise(kNoiseSteps, random))) *
           noise_step / kCodesOfOne;
  }
  return std::nullopt;
}

}  // namespace selvage
