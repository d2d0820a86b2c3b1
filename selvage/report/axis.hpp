// Where the ticks of a picture stand and what is written at them.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "selvage/summary/domain.hpp"

namespace selvage {

// The least of 1, 2, 5, 10, 20, 50, ... times `finest` that is not below this. Requires
// that `finest` is a power of ten, at most 10^22 times smaller.
double round_step(double least, double finest);

// An axis of numbers. With a zero it holds 0, ends on a tick above and exactly at the
// data below: noise reaches a little under 0 and should not cost a whole step there.
// Else both ends are ticks.
struct NumberAxis {
  double low, high;
  double step;
  double unit;  // labels count in this: 1, a million, 10^9, ...
};
struct AxisNeeds {
  int most_steps;     // at least 1; there is one more where both ends stick out of 0
  double finest = 1;  // of a step; a power of ten
  bool zero = true;
};
NumberAxis number_axis(double lowest, double highest, const AxisNeeds& needs);
std::vector<double> ticks(const NumberAxis& axis);
std::string tick_label(const NumberAxis& axis, double tick);
// "", "millions", "10⁹", ...
std::string unit_name(const NumberAxis& axis);

// Neighbouring bins and what is written at their edges.
struct Edges {
  std::size_t bins;
  std::function<std::string(std::size_t edge)> text;
  std::size_t cycle = 1;  // bins in a year of months, in a day of hours
};
// An edge is the exact number where that is short, at most kMostEdgeText places, else
// one that can be read; or the date, as short as all edges allow: "2025-03".
constexpr std::size_t kMostEdgeText = 12;
Edges edges_of(const NumericBins& bins);
Edges edges_of(const CalendarBins& bins);

// Edges at equal steps of 1, 2, 5, 10, ... cycles or of a whole part of one, as close
// as labels can stand with one character of room between them.
struct EdgeLabel {
  std::size_t edge;
  std::string text;
};
struct LabelRoom {
  double bin_width;
  double character_width;  // in the same unit
};
std::vector<EdgeLabel> edge_labels(const Edges& edges, const LabelRoom& room);

}  // namespace selvage
