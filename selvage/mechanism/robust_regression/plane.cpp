#include "selvage/mechanism/robust_regression/plane.hpp"

#include <algorithm>

#include "selvage/mechanism/robust_regression/wide_product.hpp"

namespace selvage {
namespace {

Uint128 size_of(Int128 x) { return static_cast<Uint128>(x < 0 ? -x : x); }

bool is_within(const PlaneVector& v, Uint128 radius) {
  return static_cast<Uint128>(dot(v, v)) <= radius * radius;
}

// The segment from v to v + 2 * side.sum.
bool comes_within(const PlaneVector& v, const Parallel& side, Uint128 radius) {
  const PlaneVector edge{2 * side.sum.a, 2 * side.sum.b};
  const Int128 along = -dot(v, edge);
  if (along <= 0) return is_within(v, radius);
  if (along >= dot(edge, edge)) {
    PlaneVector end = v;
    return is_within(end += edge, radius);
  }
  const Uint128 across = size_of(cross(v, side.one));
  return wide_product(across, across) <=
         wide_product(radius * radius, static_cast<Uint128>(dot(side.one, side.one)));
}

}  // namespace

std::vector<Parallel> directions_of(const std::vector<PlaneVector>& generators) {
  std::vector<PlaneVector> upper;
  for (const PlaneVector& g : generators)
    if (!g.is_zero()) upper.push_back(g.b < 0 || (g.b == 0 && g.a < 0) ? -g : g);
  std::sort(upper.begin(), upper.end(),
            [](const PlaneVector& v, const PlaneVector& w) { return cross(v, w) > 0; });
  std::vector<Parallel> sides;
  for (const PlaneVector& g : upper)
    if (!sides.empty() && cross(sides.back().one, g) == 0)
      sides.back().sum += g;
    else
      sides.push_back({g, g});
  return sides;
}

bool comes_within(const Zonotope& zonotope, Uint128 radius) {
  const std::vector<Parallel> sides = directions_of(zonotope.generators);
  if (sides.empty()) return is_within(zonotope.middle, radius);
  PlaneVector corner = zonotope.middle;
  for (const Parallel& side : sides) corner += -side.sum;
  if (sides.size() == 1) return comes_within(corner, sides.front(), radius);
  // Around the polygon against the clock; the origin is within if it is on the left of
  // every side.
  bool inside = true;
  for (const bool back : {false, true})
    for (Parallel side : sides) {
      if (back) side = {-side.sum, -side.one};
      if (comes_within(corner, side, radius)) return true;
      inside = inside && cross(side.one, -corner) >= 0;
      corner += side.sum;
      corner += side.sum;
    }
  return inside;
}

}  // namespace selvage
