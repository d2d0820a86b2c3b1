// Several small charts on one page, two in a row, that share their axis and their
// legend: the same mechanisms on several tables. Points have intervals, and a chart may
// have a small histogram in its corner that shows what the table looks like.
#pragma once
#include <string>
#include <vector>

#include "selvage/report/curves_svg.hpp"

namespace selvage {

// How a curve of this name is drawn, on all charts.
struct PanelSeries {
  std::string name;
  std::size_t colour;  // below kMostCurves, and the shape of its marks
  bool dashed = false;
};

struct PanelPoint {
  double x, y;
  double lower, upper;  // the interval of y, all not below 0
};

struct PanelCurve {
  std::size_t series;
  std::vector<PanelPoint> points;  // x grows
};

struct Panel {
  std::string title;
  std::vector<PanelCurve> curves;
  std::vector<double> heights = {};  // of the small histogram; none where empty
};

struct PanelPage {
  std::string title;
  NamedAxis across;
  std::string up;  // what is drawn upwards, on all charts
  std::vector<PanelSeries> series;
  // Two beside each other have the same axis upwards; an even number of them.
  std::vector<Panel> panels;
  std::vector<std::string> notes = {};  // sentences below
};

// An SVG 1.1 in UTF-8, the same bytes for the same page. Requires points in every
// panel.
std::string panels_svg(const PanelPage& page);

}  // namespace selvage
