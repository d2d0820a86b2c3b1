#include "selvage/report/curves_svg.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "selvage/report/curve_marks.hpp"
#include "selvage/report/svg.hpp"
#include "selvage/report/text.hpp"
#include "selvage/report/wording.hpp"

namespace selvage {
namespace {

constexpr double kCurvesHeight = 336;
constexpr double kLegendRow = 22;  // of the legend
constexpr double kSample = 37;     // its piece of line
constexpr double kMark = 4;        // from the middle of a mark to its edge
constexpr double kPoint = 3;       // the same where every point has one
constexpr int kMarksOfLine = 7;    // on a curve that is a line

std::string_view dashes(CurveStyle style) {
  return style == CurveStyle::dashed   ? " stroke-dasharray=\"9 5\""
         : style == CurveStyle::dotted ? " stroke-dasharray=\"2 4\""
                                       : "";
}

std::string number_text(double number) {
  return std::isinf(number) ? "infinity" : fmt::format("{:.4g}", number);
}

class CurvesPicture {
 public:
  explicit CurvesPicture(const CurveChart& chart)
      : chart_(chart),
        across_(numbers(&CurvePoint::x), {.scale = chart.across.scale,
                                          .most_labels = 11,
                                          .end_at_data = true,
                                          .least = chart.across.least}),
        up_(numbers(&CurvePoint::y),
            {.scale = chart.up.scale, .least = chart.up.least}) {
    assert(chart.curves.size() <= kMostCurves);
    double longest = 0;
    for (const CurveTick& tick : up_.ticks())
      longest = std::max(longest, label_width(tick.label));
    left_ = kMargin + longest + 12;
    double last = 0;
    for (const CurveTick& tick : across_.ticks())
      if (!tick.label.empty()) last = label_width(tick.label);
    right_ = kWidth - kMargin - last / 2;
    double entry = 0;
    for (const Curve& curve : chart.curves)
      entry = std::max(entry, kSample + 8 + label_width(curve.name) + 20);
    entry_ = std::min(entry, kWidth - 2 * kMargin);
    in_row_ = entry_ > 0 ? fitting(kWidth - 2 * kMargin, entry_) : 1;
    const std::size_t rows = (chart.curves.size() + in_row_ - 1) / in_row_;
    top_ = kTop + 6 + kLegendRow * static_cast<double>(rows);
    bottom_ = top_ + kCurvesHeight;
  }

  std::string text() {
    draw_title();
    draw_legend();
    draw_axes();
    bool empty = true;
    for (std::size_t i = 0; i < chart_.curves.size(); ++i) {
      draw_curve(i);
      empty &= chart_.curves[i].points.empty();
    }
    if (empty)
      draw_text((left_ + right_) / 2, (top_ + bottom_) / 2, "no points to show",
                fmt::format("text-anchor=\"middle\" fill=\"{}\"", kQuiet));
    return ended();
  }

 private:
  std::vector<double> numbers(double CurvePoint::*coordinate) const {
    std::vector<double> result;
    for (const Curve& curve : chart_.curves)
      for (const CurvePoint& point : curve.points) result.push_back(point.*coordinate);
    return result;
  }
  double x(double share) const { return left_ + (right_ - left_) * share; }
  double y(double share) const { return bottom_ - kCurvesHeight * share; }
  PagePlace place(const CurvePoint& point) const {
    return {x(across_.share(point.x)), y(up_.share(point.y))};
  }

  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Values>(values)...);
  }
  void draw_text(double at_x, double at_y, std::string_view words,
                 std::string_view attributes = {}) {
    add("<text x=\"{}\" y=\"{}\"{}{}>{}</text>\n", px(at_x), px(at_y),
        attributes.empty() ? "" : " ", attributes, xml_text(words));
  }

  void draw_title() {
    const std::size_t room = fitting(kWidth - 2 * kMargin, kTitleFont * kBoldLetter);
    draw_text(kMargin, 40, cut(chart_.title, room, Script::unicode),
              fmt::format("font-size=\"{}\" font-weight=\"600\"", px(kTitleFont)));
  }

  std::string ink(std::size_t curve) const {
    return fmt::format("stroke=\"{}\" fill=\"none\" stroke-width=\"2\"{}",
                       curve_colour(curve), dashes(chart_.curves[curve].style));
  }

  void draw_legend() {
    add("<g class=\"legend\">\n");
    for (std::size_t i = 0; i < chart_.curves.size(); ++i) {
      const double from = kMargin + entry_ * static_cast<double>(i % in_row_);
      const std::size_t row = i / in_row_;
      const double middle = 66 + kLegendRow * static_cast<double>(row);
      if (chart_.curves[i].style != CurveStyle::points)
        add("<path d=\"M{} {}h{}\" {}/>\n", px(from), px(middle), px(kSample), ink(i));
      add("<path d=\"{}\" {}/>\n", mark_path(i, {from + kSample / 2, middle}, kMark),
          mark_ink(i));
      const double room = entry_ - kSample - 8 - 20;
      draw_text(from + kSample + 8, middle + 4.5,
                cut(chart_.curves[i].name, fitting(room + 0.01, kFont * kDigit),
                    Script::unicode),
                fmt::format("fill=\"{}\"", kInk));
    }
    add("</g>\n");
  }

  std::string axis_title(const NamedAxis& name, const CurveAxis& axis,
                         double letter) const {
    return cut(name.title, fitting(kWidth * 0.7, kFont * letter), Script::unicode) +
           (axis.unit().empty() ? "" : ", in " + axis.unit());
  }

  void draw_axes() {
    std::string grid, marks;
    for (const CurveTick& tick : up_.ticks())
      if (tick.label.empty())
        marks += fmt::format("M{} {}h-4", px(left_), px(y(tick.share)));
      else
        grid += fmt::format("M{} {}H{}", px(left_), px(y(tick.share)), px(right_));
    for (const CurveTick& tick : across_.ticks())
      marks += fmt::format("M{} {}v{}", px(x(tick.share)), px(bottom_),
                           tick.label.empty() ? 4 : 6);
    add("<path d=\"{}\" stroke=\"{}\" fill=\"none\"/>\n", grid, kGrid);
    add("<path d=\"{}\" stroke=\"{}\" fill=\"none\"/>\n", marks, kQuiet);
    add("<path d=\"M{} {}H{}\" stroke=\"{}\" fill=\"none\"/>\n", px(left_), px(bottom_),
        px(right_), kInk);
    add("<g class=\"up\" text-anchor=\"end\" fill=\"{}\">\n", kQuiet);
    for (const CurveTick& tick : up_.ticks())
      if (!tick.label.empty()) draw_text(left_ - 10, y(tick.share) + 4.5, tick.label);
    add("</g>\n<g class=\"across\" text-anchor=\"middle\">\n");
    for (const CurveTick& tick : across_.ticks())
      if (!tick.label.empty()) draw_text(x(tick.share), bottom_ + 22, tick.label);
    add("</g>\n");
    draw_text(kMargin, top_ - 18, axis_title(chart_.up, up_, kLetter),
              fmt::format("fill=\"{}\"", kQuiet));
    draw_text((left_ + right_) / 2, bottom_ + 44,
              axis_title(chart_.across, across_, kBoldLetter),
              "text-anchor=\"middle\" font-weight=\"600\"");
  }

  // The first, the highest, the lowest and the last place of each pixel column.
  std::vector<PagePlace> thinned(const std::vector<CurvePoint>& points) const {
    std::vector<PagePlace> result;
    for (std::size_t from = 0, to = 0; from < points.size(); from = to) {
      std::vector<PagePlace> column;
      const double pixel = std::floor(place(points[from]).x);
      for (; to < points.size() && std::floor(place(points[to]).x) <= pixel; ++to) {
        assert(to == 0 || points[to - 1].x <= points[to].x);
        column.push_back(place(points[to]));
      }
      const auto [high, low] =
          std::minmax_element(column.begin(), column.end(),
                              [](PagePlace a, PagePlace b) { return a.y < b.y; });
      std::array keep = {column.begin(), std::min(high, low), std::max(high, low),
                         column.end() - 1};
      const auto end = std::unique(keep.begin(), keep.end());
      for (auto at = keep.begin(); at != end; ++at) result.push_back(**at);
    }
    return result;
  }

  // Some places of a line, at other shares of its length for each curve: where lines
  // lie on each other, all their marks are seen.
  std::vector<PagePlace> marked(const std::vector<PagePlace>& line,
                                std::size_t curve) const {
    std::vector<PagePlace> result;
    if (line.empty()) return result;
    const auto curves = static_cast<double>(chart_.curves.size());
    for (int i = 0; i < kMarksOfLine; ++i) {
      const double share =
          (i + (static_cast<double>(curve) + 0.5) / curves) / kMarksOfLine;
      const double wanted = left_ + (right_ - left_) * share;
      const auto after = std::find_if(line.begin(), line.end(),
                                      [&](PagePlace at) { return at.x >= wanted; });
      if (after == line.end() || after == line.begin()) continue;
      const PagePlace a = *(after - 1), b = *after;
      result.push_back({wanted, a.y + (b.y - a.y) * (wanted - a.x) / (b.x - a.x)});
    }
    if (result.empty()) result.push_back(line.front());
    return result;
  }

  void draw_curve(std::size_t i) {
    const Curve& curve = chart_.curves[i];
    if (curve.points.empty()) return;
    const std::vector<PagePlace> places = thinned(curve.points);
    const bool points = curve.style == CurveStyle::points;
    add("<g class=\"curve\">\n<title>{}</title>\n", xml_text(curve.name));
    if (!points) {
      std::string line;
      for (const PagePlace& at : places)
        line += fmt::format("{}{} {}", line.empty() ? 'M' : 'L', px(at.x), px(at.y));
      add("<path class=\"line\" d=\"{}\" {} stroke-linejoin=\"round\"/>\n", line,
          ink(i));
    }
    std::string marks;
    for (const PagePlace& at : points ? places : marked(places, i))
      marks += mark_path(i, at, points ? kPoint : kMark);
    add("<path class=\"marks\" d=\"{}\" {}/>\n</g>\n", marks, mark_ink(i));
  }

  // For those who hear the picture.
  std::string description() const {
    const auto scale = [](const NamedAxis& axis) {
      return axis.scale == AxisScale::logarithmic ? ", on a logarithmic axis" : "";
    };
    std::string text = fmt::format(
        "Up: {}{}. Across: {}{}. Curves: {}.", chart_.up.title, scale(chart_.up),
        chart_.across.title, scale(chart_.across), chart_.curves.size());
    for (const auto& [name, points, style] : chart_.curves) {
      if (points.empty()) {
        text += fmt::format(" {}: no points.", name);
        continue;
      }
      const auto [least, greatest] = std::minmax_element(
          points.begin(), points.end(), [](auto& a, auto& b) { return a.y < b.y; });
      text += fmt::format(" {}: from {} at {} to {} at {}", name,
                          number_text(points.front().y), number_text(points.front().x),
                          number_text(points.back().y), number_text(points.back().x));
      text += fmt::format("; least {} at {}, greatest {} at {}.", number_text(least->y),
                          number_text(least->x), number_text(greatest->y),
                          number_text(greatest->x));
    }
    return text;
  }

  std::string ended() const {
    std::vector<std::string> lines;
    for (const std::string& note : chart_.notes)
      for (auto& line : wrap(full_sentence(note),
                             fitting(kWidth - 2 * kMargin, kCaptionFont * kLetter)))
        lines.push_back(std::move(line));
    return svg_text({.title = chart_.title,
                     .description = description(),
                     .body = body_,
                     .caption = std::move(lines),
                     .bottom = bottom_,
                     .gap = 76});
  }

  const CurveChart& chart_;
  CurveAxis across_, up_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
  double entry_ = 0;  // the width of one in the legend
  std::size_t in_row_ = 1;
  std::string body_;
};

}  // namespace

std::string curves_svg(const CurveChart& chart) { return CurvesPicture(chart).text(); }

}  // namespace selvage
