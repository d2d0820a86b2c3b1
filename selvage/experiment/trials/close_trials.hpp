// What robustness costs, and how a separator fares: the second half of [BCDP22],
// measured on the program's own verbs. [T212, T214]
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "selvage/base/rational.hpp"
#include "selvage/base/result.hpp"

namespace selvage {

struct CloseTrialsAsked {
  std::uint64_t seed = 1;
  std::int64_t runs = 2000;  // of each, at least 2
};

// A mean with its interval at 95 %, by the normal law of a mean.
struct CloseMean {
  double mean, lower, upper;
};

// A count of people at epsilon 1 whose close values are hidden as well.
struct RobustTrial {
  Rational rho, theta, epsilon;  // as asked; rho 0 stands for a count without it
  double scale;                  // of the noise on top
  double delta;                  // that goes with epsilon
  CloseMean error;               // |count - truth|
};
Result<std::vector<RobustTrial>> run_robust_trials(const CloseTrialsAsked& asked);

// Tables of labelled points in the plane.
struct SeparatorShape {
  std::string name, about;
  std::vector<std::int64_t> counts;  // [x][y][label] of a square grid
};
inline constexpr std::int64_t kShapeSize = 12;
std::vector<SeparatorShape> separator_shapes();

struct SeparatorTrial {
  std::size_t shape;
  Rational epsilon;
  double answered;        // share of the runs with a plane
  double same;            // share with exactly the plane of the whole table
  CloseMean degrees;      // between the two planes, where there are both
  CloseMean set_aside;    // people of either label
  double most_set_aside;  // promised at 0.95
};
Result<std::vector<SeparatorTrial>> run_separator_trials(const CloseTrialsAsked& asked);

}  // namespace selvage
