// An axis of a line chart: where a number stands between its two ends, and what is
// written beside it. A logarithmic axis has no place for 0 and no axis one for
// infinity, and both matter here (a delta of 0, a class without protection): where the
// numbers hold them, they get a place apart, before the least and after the greatest of
// the rest.
#pragma once
#include <string>
#include <vector>

#include "selvage/report/axis.hpp"

namespace selvage {

enum class AxisScale { linear, logarithmic };

struct CurveAxisNeeds {
  AxisScale scale = AxisScale::linear;
  int most_labels = 8;       // at least 3
  bool end_at_data = false;  // and not at the next label
  double least = 0;  // of a logarithmic axis: smaller numbers stand where 0 does
};

struct CurveTick {
  double share;
  std::string label;  // empty for a mark between two labels
};

class CurveAxis {
 public:
  // Requires numbers >= 0; infinity is one.
  CurveAxis(const std::vector<double>& numbers, const CurveAxisNeeds& needs);

  // 0 at the low end, 1 at the high end. Requires a number within those given.
  double share(double number) const;
  // In order, all within 0 and 1.
  const std::vector<CurveTick>& ticks() const { return ticks_; }
  // What the labels count in where that is not 1: "millions", "10⁻⁶".
  const std::string& unit() const { return unit_; }

 private:
  void lay_linear(double least, double greatest, const AxisNeeds& needs,
                  bool end_at_data);
  // Takes logarithms.
  void lay_logarithmic(double least, double greatest, const CurveAxisNeeds& needs);

  bool logarithmic_;
  double least_;
  double low_ = 0, high_ = 1;    // in the measure of the axis: the number or its log10
  double first_ = 0, last_ = 1;  // the shares of these two
  std::vector<CurveTick> ticks_;
  std::string unit_;
};

}  // namespace selvage
