// Rows of a regression of two coefficients as lines of a plane, in whole numbers: the
// row is explained exactly by (v, w) where a v + b w = c, and misses by
// |c - a v - b w|. The length of (a, b) is the row's weight. [T145]
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/base/int128.hpp"

namespace selvage {

// With these sizes all that is compared below fits in 128 bits, or in 256 where it is
// said.
inline constexpr int kWeightBits = 28;
inline constexpr std::int64_t kWholeWeight = std::int64_t{1} << kWeightBits;
inline constexpr std::int64_t kMostCoordinate = std::int64_t{1} << 40;

struct PlaneVector {
  std::int64_t a = 0, b = 0;
  PlaneVector& operator+=(const PlaneVector& v) {
    a += v.a;
    b += v.b;
    return *this;
  }
  PlaneVector operator-() const { return {-a, -b}; }
  bool is_zero() const { return a == 0 && b == 0; }
  bool operator==(const PlaneVector&) const = default;
};
inline Int128 dot(const PlaneVector& v, const PlaneVector& w) {
  return Int128{v.a} * w.a + Int128{v.b} * w.b;
}
inline Int128 cross(const PlaneVector& v, const PlaneVector& w) {
  return Int128{v.a} * w.b - Int128{v.b} * w.a;
}

// Requires |a|, |b| <= 2^28 and |c| <= 2^68.
struct PlaneLine {
  PlaneVector u;
  Int128 c = 0;
};

// A closed rectangle. Requires low < high, all at most 2^40 in size.
struct PlaneCell {
  std::int64_t low[2], high[2];
};

// The sign of a whole number.
inline int sign_of(Int128 x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

// Turned to one side, those of one line added up, by rising angle from 0 to half a
// turn.
std::vector<PlaneVector> directions_of(std::vector<PlaneVector> vectors);

// All G + sum of t_i s_i with |t_i| <= 1: the subgradients where rows meet. Requires s
// as directions_of has them, and that all sizes add up to less than 2^60.
struct Zonotope {
  PlaneVector middle;
  std::vector<PlaneVector> sides = {};
};

// Whether it comes as near to the origin as this. Exact. Requires radius < 2^64. [T147]
bool comes_within(const Zonotope& zonotope, Uint128 radius);

}  // namespace selvage
