#include "selvage/report/axis.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "selvage/report/text.hpp"

namespace selvage {
namespace {

constexpr double kSlack = 1e-9;           // of a step: decimal steps are not exact
constexpr std::size_t kMostCycle = 1440;  // minutes of a day

std::vector<EdgeLabel> every(std::size_t stride, const Edges& edges) {
  std::vector<EdgeLabel> labels;
  for (std::size_t edge = 0; edge <= edges.bins; edge += stride)
    labels.push_back({edge, edges.text(edge)});
  return labels;
}

bool apart(const std::vector<EdgeLabel>& labels, const LabelRoom& room) {
  for (std::size_t i = 1; i < labels.size(); ++i) {
    const auto halves =
        static_cast<double>(places(labels[i - 1].text) + places(labels[i].text)) / 2;
    const auto bins = static_cast<double>(labels[i].edge - labels[i - 1].edge);
    if (bins * room.bin_width < (halves + 1) * room.character_width) return false;
  }
  return true;
}

std::size_t next_stride(std::size_t stride, std::size_t cycle) {
  if (stride >= cycle)
    return cycle * static_cast<std::size_t>(
                       round_step(static_cast<double>(stride / cycle + 1), 1));
  do ++stride;
  while (cycle % stride != 0);
  return stride;
}

// Seven digits can be read on an axis; beyond that a larger unit is named, and below a
// thousandth a smaller one.
double label_unit(double largest) {
  double unit = 1;
  if (largest >= 1e7)
    for (unit = 1e6; largest / unit >= 1e4;) unit *= 1000;
  if (largest > 0 && largest < 1e-3)
    for (unit = 1e-3; largest / unit < 1 - kSlack;) unit /= 1000;
  return unit;
}

std::string edge_text(const Rational& edge) {
  std::string text = edge.text();
  if (text.size() <= kMostEdgeText) return text;
  const double number = edge.to_double();
  return std::isfinite(number) ? fmt::format("{:.6g}", number)
                               : cut(text, kMostEdgeText, Script::unicode);
}

}  // namespace

double round_step(double least, double finest) {
  for (double power = finest;; power *= 10)
    for (const double multiple : {1.0, 2.0, 5.0})
      if (multiple * power >= least * (1 - kSlack)) return multiple * power;
}

NumberAxis number_axis(double lowest, double highest, const AxisNeeds& needs) {
  assert(needs.most_steps >= 1 && lowest <= highest);
  double low = needs.zero ? std::min(lowest, 0.0) : lowest;
  double high = needs.zero ? std::max(highest, 0.0) : highest;
  if (low == high) high += needs.finest;
  const double step = round_step((high - low) / needs.most_steps, needs.finest);
  high = std::ceil(high / step - std::abs(high / step) * kSlack) * step;
  if (!needs.zero) low = std::floor(low / step + kSlack) * step;
  return {
      .low = low, .high = high, .step = step, .unit = label_unit(std::max(high, -low))};
}

std::vector<double> ticks(const NumberAxis& axis) {
  std::vector<double> result;
  const double last = axis.high / axis.step + kSlack;
  for (double i = std::ceil(axis.low / axis.step - kSlack); i <= last; ++i)
    result.push_back(i * axis.step);
  return result;
}

std::string tick_label(const NumberAxis& axis, double tick) {
  const double places_needed = -std::log10(axis.step / axis.unit);
  const int decimals = std::max(0, static_cast<int>(std::ceil(places_needed - 1e-9)));
  const std::string text = fmt::format("{:.{}f}", tick / axis.unit, decimals);
  return thousands(text.find_first_of("123456789") == std::string::npos ? "0" : text);
}

std::string unit_name(const NumberAxis& axis) {
  if (axis.unit == 1) return "";
  const auto exponent = std::lround(std::log10(axis.unit));
  if (exponent == 6) return "millions";
  const std::string_view digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = "10";
  for (const char c : std::to_string(exponent))
    text += c == '-' ? "⁻" : digits[static_cast<std::size_t>(c - '0')];
  return text;
}

Edges edges_of(const NumericBins& bins) {
  return {bins.bins(), [bins](std::size_t edge) { return edge_text(bins.edge(edge)); }};
}

Edges edges_of(const CalendarBins& bins) {
  const auto whole = [bins](std::size_t edge) {
    return timestamp_text(bins.edge(edge));
  };
  // What all edges end in need not be said. The first hundred tell: equal steps of days
  // miss a January 1st among them, or none at all.
  const auto all_end_in = [&](const std::string& end) {
    for (std::size_t i = 0; i <= std::min<std::size_t>(bins.bins(), 100); ++i)
      if (!whole(i).ends_with(end)) return false;
    return true;
  };
  // What is not said, and from where on months or hours come back.
  struct Form {
    std::string needless;
    std::size_t cycle_from;
  };
  const std::size_t month = std::string("2025").size(), time = month + 6;
  const std::size_t none = std::string::npos;
  Form form{"", time};
  for (const Form& shorter :
       {Form{"-01-01 00:00:00", none}, Form{"-01 00:00:00", month},
        Form{" 00:00:00", none}, Form{":00", time}})
    if (all_end_in(shorter.needless)) {
      form = shorter;
      break;
    }
  Edges edges{bins.bins(), [whole, size = form.needless.size()](std::size_t edge) {
                const std::string text = whole(edge);
                return text.substr(0, text.size() - size);
              }};
  if (form.cycle_from == none) return edges;
  for (std::size_t i = 1; i <= std::min<std::size_t>(bins.bins(), kMostCycle); ++i)
    if (whole(i).substr(form.cycle_from) == whole(0).substr(form.cycle_from)) {
      edges.cycle = i;
      break;
    }
  return edges;
}

std::vector<EdgeLabel> edge_labels(const Edges& edges, const LabelRoom& room) {
  // Every label needs two characters or more, so denser ones need not be tried, and a
  // million bins cost no more than fifty.
  const double least = 2 * room.character_width / room.bin_width;
  std::size_t stride = 1;
  while (static_cast<double>(stride) < least) stride = next_stride(stride, edges.cycle);
  std::vector<EdgeLabel> labels = every(stride, edges);
  while (!apart(labels, room)) {
    stride = next_stride(stride, edges.cycle);
    labels = every(stride, edges);
  }
  return labels;
}

}  // namespace selvage
