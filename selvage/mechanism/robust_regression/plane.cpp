#include "selvage/mechanism/robust_regression/plane.hpp"

#include <algorithm>

#include "selvage/mechanism/robust_regression/wide_product.hpp"

namespace selvage {
namespace {

Uint128 size_of(Int128 x) { return static_cast<Uint128>(x < 0 ? -x : x); }

bool is_within(const PlaneVector& v, Uint128 radius) {
  return static_cast<Uint128>(dot(v, v)) <= radius * radius;
}

// The segment from v to v + 2 * side.
bool comes_within(const PlaneVector& v, const PlaneVector& side, Uint128 radius) {
  PlaneVector end = v;
  end += side;
  end += side;
  if (dot(v, side) >= 0) return is_within(v, radius);
  if (dot(end, side) <= 0) return is_within(end, radius);
  const Uint128 across = size_of(cross(v, side));
  return wide_product(across, across) <=
         wide_product(radius * radius, static_cast<Uint128>(dot(side, side)));
}

}  // namespace

std::vector<PlaneVector> directions_of(std::vector<PlaneVector> vectors) {
  std::erase_if(vectors, [](const PlaneVector& v) { return v.is_zero(); });
  for (PlaneVector& v : vectors)
    if (v.b < 0 || (v.b == 0 && v.a < 0)) v = -v;
  std::sort(vectors.begin(), vectors.end(),
            [](const PlaneVector& v, const PlaneVector& w) { return cross(v, w) > 0; });
  auto last = vectors.begin();
  for (auto each = vectors.begin(); each != vectors.end(); ++each) {
    if (each == last) continue;
    if (cross(*last, *each) == 0)
      *last += *each;
    else
      *++last = *each;
  }
  if (!vectors.empty()) vectors.erase(last + 1, vectors.end());
  return vectors;
}

bool comes_within(const Zonotope& zonotope, Uint128 radius) {
  const std::vector<PlaneVector>& sides = zonotope.sides;
  if (sides.empty()) return is_within(zonotope.middle, radius);
  PlaneVector corner = zonotope.middle;
  for (const PlaneVector& side : sides) corner += -side;
  if (sides.size() == 1) return comes_within(corner, sides.front(), radius);
  // Around the polygon against the clock; the origin is within if it is on the left of
  // every side.
  bool inside = true;
  for (const bool back : {false, true})
    for (PlaneVector side : sides) {
      if (back) side = -side;
      if (comes_within(corner, side, radius)) return true;
      inside = inside && cross(side, -corner) >= 0;
      corner += side;
      corner += side;
    }
  return inside;
}

}  // namespace selvage
