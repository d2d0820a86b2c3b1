// Colours of curves and the marks on them, so that curves can be told apart with and
// without colour.
#pragma once
#include <string>
#include <string_view>

namespace selvage {

constexpr std::size_t kMostCurves = 8;

struct PagePlace {
  double x, y;
};

// Each is 3 to 1 or more against white, and every two of them are far apart for normal
// sight and for each kind of colour blindness: the test computes it.
std::string_view curve_colour(std::size_t curve);
// A closed shape around a place, or strokes across it, as a path of half this width;
// one for each curve.
std::string mark_path(std::size_t curve, PagePlace at, double half);
// Filled shapes have a white edge, so that they stand out from lines they lie on.
std::string mark_ink(std::size_t curve);

}  // namespace selvage
