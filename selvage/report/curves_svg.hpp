// Named curves over one axis as a picture: the error of several mechanisms by the count
// of a cell, promised and exact epsilon by the size of a class, delta by epsilon.
// Curves differ by colour, by style and by the shape of a few marks on them, so that
// they can be told apart without colour; the legend stands above the plot and covers no
// line.
#pragma once
#include <string>
#include <vector>

#include "selvage/report/curve_axis.hpp"
#include "selvage/report/curve_marks.hpp"

namespace selvage {

enum class CurveStyle { solid, dashed, dotted, points };

struct CurvePoint {
  double x, y;  // not below 0; y may be infinite
};
struct Curve {
  std::string name;
  std::vector<CurvePoint> points;  // x grows
  CurveStyle style = CurveStyle::solid;
};
struct NamedAxis {
  std::string title;
  AxisScale scale = AxisScale::linear;
  double least = 0;  // of a logarithmic axis: smaller numbers stand where 0 does
};
struct CurveChart {
  std::string title;
  NamedAxis across, up;
  std::vector<Curve> curves = {};       // at most kMostCurves
  std::vector<std::string> notes = {};  // sentences below the plot
};

// An SVG 1.1 in UTF-8, the same bytes for the same chart. Of many points in a pixel
// column the first, the least, the greatest and the last are drawn: no peak is lost,
// and a million points make no larger picture than a few thousand.
std::string curves_svg(const CurveChart& chart);

}  // namespace selvage
