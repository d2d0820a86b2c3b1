// The plane that lies as far as possible from both of two sets of lattice points, as
// exactly as rational numbers are. It lies half way between the nearest points of the
// two convex hulls, and a few points that hold it there, the supports, decide it.
// [T210]
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "selvage/base/rational.hpp"

namespace selvage {

// Coordinates are not negative, and the sizes of the lattice along its axes multiply to
// at most this: then products stay within 128 bits. [T211]
inline constexpr std::int64_t kMostLatticePoints = 5'000'000;

using LatticePoint = std::vector<std::int64_t>;

struct LabelledPoint {
  LatticePoint at;
  bool second = false;  // which of the two sets it is in
  bool operator==(const LabelledPoint&) const = default;
};

// w.x = middle in the middle; w = (nearest point of the second hull) - (that of the
// first), so that w.x rises towards the second set.
struct MaxMargin {
  std::vector<LabelledPoint> supports;  // each is needed, in the order of the points
  std::vector<Rational> w;
  Rational middle;
  Rational squared_gap;  // |w|^2: the margin is half of its root
};

// None where no plane separates them, or one of the sets is empty.
std::optional<MaxMargin> max_margin(std::span<const LabelledPoint> points);

// The same of points that all are supports; none where one of them is not needed, or
// the hulls meet. For whoever has the supports only.
std::optional<MaxMargin> max_margin_of_supports(std::vector<LabelledPoint> supports);

// The coordinates of the place-th point of a lattice, the last one changing fastest.
LatticePoint lattice_point(std::span<const std::int64_t> sizes, std::int64_t place);

// Of all points of one set that differ in the last coordinate only the first and the
// last one: the hulls stay what they are. `counts` has two numbers for each lattice
// point, of the first set and of the second; the last coordinate changes fastest.
// Requires as many counts as the sizes ask for.
std::vector<LabelledPoint> outer_points(std::span<const std::int64_t> sizes,
                                        std::span<const std::int64_t> counts);

}  // namespace selvage
