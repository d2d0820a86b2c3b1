#include "selvage/distance/distortion.hpp"

#include <vector>

#include "selvage/distance/line_matching.hpp"
#include "selvage/distance/masses.hpp"

namespace selvage {
namespace {

ExtendedRational share_dropped(std::int64_t x, std::int64_t y) {
  return x == 0 ? Rational(0) : Rational(x - y, x);
}

// The least radius in which all of y finds partners in x.
ExtendedRational way_into(const LineHistogram& x, const LineHistogram& y) {
  const auto radius = LineMatching(x, y, 1, 1).least_radius(size_of(y));
  return radius ? ExtendedRational(*radius) : ExtendedRational::infinity();
}

std::int64_t items_in(std::span<const std::int64_t> counts) {
  return size_of(counts).value_or(0);
}

ExtendedRational way_into(std::span<const std::int64_t> x,
                          std::span<const std::int64_t> y, const Distances& distances) {
  return FiniteMatching({x.begin(), x.end()}, {y.begin(), y.end()}, distances)
      .least_radius(items_in(y));
}

// All of y is matched into x: what is matched is z, and |z| = |y|. [T154]
ExtendedRational dropped_and_moved(std::int64_t x, std::int64_t y,
                                   const ExtendedRational& way, const Rational& eta) {
  if (y > x || way.is_infinite()) return ExtendedRational::infinity();
  return share_dropped(x, y) + ExtendedRational(eta * way.finite());
}

}  // namespace

ExtendedRational drop_distortion(const LineHistogram& x, const LineHistogram& y) {
  auto at = x.begin();
  for (const LineBar& bar : y) {
    while (at != x.end() && at->place < bar.place) ++at;
    if (at == x.end() || at->place != bar.place || at->count < bar.count)
      return ExtendedRational::infinity();
  }
  return share_dropped(size_of(x), size_of(y));
}

ExtendedRational drop_distortion(std::span<const std::int64_t> x,
                                 std::span<const std::int64_t> y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    if (y[i] > x[i]) return ExtendedRational::infinity();
  return share_dropped(items_in(x), items_in(y));
}

ExtendedRational move_distortion(const LineHistogram& x, const LineHistogram& y) {
  if (size_of(x) != size_of(y)) return ExtendedRational::infinity();
  return way_into(x, y);
}

ExtendedRational move_distortion(std::span<const std::int64_t> x,
                                 std::span<const std::int64_t> y,
                                 const Distances& distances) {
  if (items_in(x) != items_in(y)) return ExtendedRational::infinity();
  return way_into(x, y, distances);
}

ExtendedRational drop_move_distortion(const LineHistogram& x, const LineHistogram& y,
                                      const Rational& eta) {
  return dropped_and_moved(size_of(x), size_of(y), way_into(x, y), eta);
}

ExtendedRational drop_move_distortion(std::span<const std::int64_t> x,
                                      std::span<const std::int64_t> y,
                                      const Distances& distances, const Rational& eta) {
  return dropped_and_moved(items_in(x), items_in(y), way_into(x, y, distances), eta);
}

}  // namespace selvage
