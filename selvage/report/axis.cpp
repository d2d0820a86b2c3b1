#include "selvage/report/axis.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "selvage/report/text.hpp"

namespace selvage {
namespace {

std::vector<EdgeLabel> every(std::size_t stride, const NumericBins& bins) {
  std::vector<EdgeLabel> labels;
  for (std::size_t edge = 0; edge <= bins.bins(); edge += stride)
    labels.push_back({edge, edge_text(bins.edge(edge))});
  return labels;
}

bool apart(const std::vector<EdgeLabel>& labels, const LabelRoom& room) {
  for (std::size_t i = 1; i < labels.size(); ++i) {
    const auto halves = static_cast<double>(code_points(labels[i - 1].text) +
                                            code_points(labels[i].text)) /
                        2;
    const auto bins = static_cast<double>(labels[i].edge - labels[i - 1].edge);
    if (bins * room.bin_width < (halves + 1) * room.character_width) return false;
  }
  return true;
}

}  // namespace

double round_step(double least) {
  for (double power = 1;; power *= 10)
    for (const double multiple : {1.0, 2.0, 5.0})
      if (multiple * power >= least) return multiple * power;
}

CountAxis count_axis(std::int64_t lowest, std::int64_t highest, int most_steps) {
  assert(most_steps >= 1);
  const auto low = static_cast<double>(std::min<std::int64_t>(lowest, 0));
  auto high = static_cast<double>(std::max<std::int64_t>(highest, 0));
  if (low == high) high = 1;
  const double step = round_step((high - low) / most_steps);
  high = std::ceil(high / step) * step;
  // Seven digits can be read on an axis; beyond that a larger unit is named.
  const double largest = std::max(high, -low);
  double unit = largest < 1e7 ? 1 : 1e6;
  while (unit > 1 && largest / unit >= 1e4) unit *= 1000;
  return {.low = low, .high = high, .step = step, .unit = unit};
}

std::vector<double> ticks(const CountAxis& axis) {
  std::vector<double> result;
  for (double i = std::ceil(axis.low / axis.step); i * axis.step <= axis.high; ++i)
    result.push_back(i * axis.step);
  return result;
}

std::string tick_label(const CountAxis& axis, double tick) {
  return thousands(std::llround(tick / axis.unit));
}

std::string unit_name(const CountAxis& axis) {
  if (axis.unit == 1) return "";
  if (axis.unit == 1e6) return "millions";
  if (axis.unit == 1e9) return "10⁹";
  if (axis.unit == 1e12) return "10¹²";
  return "10¹⁵";
}

std::string edge_text(const Rational& edge) {
  std::string text = edge.text();
  if (text.size() <= kMostEdgeText) return text;
  const double number = edge.to_double();
  return std::isfinite(number) ? fmt::format("{:.6g}", number)
                               : cut(text, kMostEdgeText, Script::unicode);
}

std::vector<EdgeLabel> edge_labels(const NumericBins& bins, const LabelRoom& room) {
  // Every label needs two characters or more, so denser ones need not be tried, and a
  // million bins cost no more than fifty.
  double stride = round_step(2 * room.character_width / room.bin_width);
  std::vector<EdgeLabel> labels = every(static_cast<std::size_t>(stride), bins);
  while (!apart(labels, room)) {
    stride = round_step(stride + 1);
    labels = every(static_cast<std::size_t>(stride), bins);
  }
  return labels;
}

}  // namespace selvage
