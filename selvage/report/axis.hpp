// Where the ticks of a picture stand and what is written at them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "selvage/summary/numeric_bins.hpp"

namespace selvage {

// The least of 1, 2, 5, 10, 20, 50, ... that is not below this. Requires least <= 1e22.
double round_step(double least);

// An axis of counts. It holds 0, ends on a tick above and exactly at the data below:
// noise reaches a little under 0 and should not cost a whole step there.
struct CountAxis {
  double low, high;
  double step;
  double unit;  // labels count in this: 1, a million, 10^9, ...
};
// Requires most_steps >= 1. At most one step more where both ends stick out of 0.
CountAxis count_axis(std::int64_t lowest, std::int64_t highest, int most_steps);
std::vector<double> ticks(const CountAxis& axis);
std::string tick_label(const CountAxis& axis, double tick);
// "", "millions", "10⁹", ...
std::string unit_name(const CountAxis& axis);

// An edge as its label says it: the exact number where that is short, at most
// kMostEdgeText places, else one that can be read.
constexpr std::size_t kMostEdgeText = 12;
std::string edge_text(const Rational& edge);

// Edges at equal steps of 1, 2, 5, 10, ... bins, as close as labels can stand with one
// character of room between them.
struct EdgeLabel {
  std::size_t edge;
  std::string text;
};
struct LabelRoom {
  double bin_width;
  double character_width;  // in the same unit
};
std::vector<EdgeLabel> edge_labels(const NumericBins& bins, const LabelRoom& room);

}  // namespace selvage
