#include "selvage/report/panels_svg.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/report/svg.hpp"
#include "selvage/report/text.hpp"
#include "selvage/report/wording.hpp"

namespace selvage {
namespace {

constexpr double kPanelHeight = 190, kPanelGap = 40;  // of a chart, and between two
constexpr double kAboveTop = 43, kBelowBottom = 42;   // titles and labels of a chart
constexpr double kUpLabels = 34;                      // to the left of a chart
constexpr double kEntryRow = 21, kEntrySample = 37;   // of the legend
constexpr double kPanelMark = 3.4;
constexpr double kInsetWidth = 124, kInsetHeight = 46, kInsetGap = 7;

class PanelsPicture {
 public:
  explicit PanelsPicture(const PanelPage& page)
      : page_(page),
        width_((kWidth - 2 * kMargin - kPanelGap) / 2),
        across_(
            numbers([](const PanelPoint& point) { return std::pair(point.x, point.x); },
                    page.panels),
            {.scale = page.across.scale, .most_labels = 9, .end_at_data = true}) {
    assert(page.panels.size() % 2 == 0);
  }

  std::string text() {
    draw_text(kMargin, 40, page_.title,
              fmt::format("font-size=\"{}\" font-weight=\"600\"", px(kTitleFont)));
    double top = draw_legend() + kAboveTop;
    for (std::size_t row = 0; row < page_.panels.size(); row += 2) {
      const std::span pair(page_.panels.data() + row, 2);
      const CurveAxis up(
          numbers([](const PanelPoint& p) { return std::pair(p.lower, p.upper); },
                  pair),
          {.most_labels = 6});
      draw_panel(pair[0], up, kMargin + kUpLabels, top);
      draw_panel(pair[1], up, kMargin + width_ + kPanelGap + kUpLabels, top);
      top += kPanelHeight + kBelowBottom + kAboveTop;
    }
    std::vector<std::string> lines;
    for (const std::string& note : page_.notes)
      for (auto& line : wrap(full_sentence(note),
                             fitting(kWidth - 2 * kMargin, kCaptionFont * kLetter)))
        lines.push_back(std::move(line));
    return svg_text({.title = page_.title,
                     .description = description(),
                     .body = body_,
                     .caption = std::move(lines),
                     .bottom = top - kAboveTop - kBelowBottom,
                     .gap = kBelowBottom + 24});
  }

 private:
  template <class Ends, class Panels>
  static std::vector<double> numbers(const Ends& ends, const Panels& panels) {
    std::vector<double> all;
    for (const Panel& panel : panels)
      for (const PanelCurve& curve : panel.curves)
        for (const PanelPoint& point : curve.points) {
          const auto [low, high] = ends(point);
          all.push_back(low);
          all.push_back(high);
        }
    return all;
  }

  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Values>(values)...);
  }
  void draw_text(double x, double y, std::string_view words,
                 std::string_view attributes = {}) {
    add("<text x=\"{}\" y=\"{}\"{}{}>{}</text>\n", px(x), px(y),
        attributes.empty() ? "" : " ", attributes, xml_text(words));
  }
  std::string ink(const PanelSeries& series) const {
    return fmt::format("stroke=\"{}\" fill=\"none\" stroke-width=\"1.7\"{}",
                       curve_colour(series.colour),
                       series.dashed ? " stroke-dasharray=\"6 4\"" : "");
  }

  // Returns where it ends.
  double draw_legend() {
    double longest = 0;
    for (const PanelSeries& series : page_.series)
      longest = std::max(
          longest, kEntrySample + 8 +
                       kFont * kLetter * static_cast<double>(places(series.name)) + 16);
    const std::size_t in_row =
        std::max<std::size_t>(1, fitting(kWidth - 2 * kMargin, longest));
    double middle = 0;
    add("<g class=\"legend\">\n");
    for (std::size_t i = 0; i < page_.series.size(); ++i) {
      const double from = kMargin + longest * static_cast<double>(i % in_row);
      middle = 66 + kEntryRow * static_cast<double>(i / in_row);
      add("<path d=\"M{} {}h{}\" {}/>\n", px(from), px(middle), px(kEntrySample),
          ink(page_.series[i]));
      add("<path d=\"{}\" {}/>\n",
          mark_path(page_.series[i].colour, {from + kEntrySample / 2, middle},
                    kPanelMark),
          mark_ink(page_.series[i].colour));
      draw_text(from + kEntrySample + 8, middle + 4.5, page_.series[i].name);
    }
    add("</g>\n");
    return middle + kEntryRow;
  }

  void draw_panel(const Panel& panel, const CurveAxis& up, double left, double top) {
    const double bottom = top + kPanelHeight, right = left + width_ - kUpLabels;
    const auto place = [&](double x, double y) {
      return PagePlace{left + (right - left) * across_.share(x),
                       bottom - kPanelHeight * up.share(y)};
    };
    add("<g class=\"panel\">\n");
    draw_text(left - kUpLabels, top - 25, panel.title, "font-weight=\"600\"");
    draw_text(left - kUpLabels, top - 9, page_.up,
              fmt::format("font-size=\"11\" fill=\"{}\"", kQuiet));
    std::string grid;
    for (const CurveTick& tick : up.ticks()) {
      const double y = bottom - kPanelHeight * tick.share;
      grid += fmt::format("M{} {}H{}", px(left), px(y), px(right));
      if (!tick.label.empty())
        draw_text(
            left - 6, y + 4, tick.label,
            fmt::format("font-size=\"11\" text-anchor=\"end\" fill=\"{}\"", kQuiet));
    }
    add("<path d=\"{}\" stroke=\"{}\" fill=\"none\"/>\n", grid, kGrid);
    std::string marks;
    for (const CurveTick& tick : across_.ticks()) {
      const double x = left + (right - left) * tick.share;
      marks += fmt::format("M{} {}v{}", px(x), px(bottom), tick.label.empty() ? 3 : 5);
      if (!tick.label.empty())
        draw_text(x, bottom + 18, tick.label,
                  "font-size=\"11\" text-anchor=\"middle\"");
    }
    add("<path d=\"M{} {}H{}{}\" stroke=\"{}\" fill=\"none\"/>\n", px(left), px(bottom),
        px(right), marks, kQuiet);
    draw_text(
        (left + right) / 2, bottom + 34, page_.across.title,
        fmt::format("font-size=\"11\" text-anchor=\"middle\" fill=\"{}\"", kQuiet));
    if (!panel.heights.empty()) draw_heights(panel.heights, right, top);
    for (const PanelCurve& curve : panel.curves) {
      const PanelSeries& series = page_.series[curve.series];
      std::string line, intervals, points;
      for (const PanelPoint& point : curve.points) {
        const PagePlace at = place(point.x, point.y);
        line += fmt::format("{}{} {}", line.empty() ? 'M' : 'L', px(at.x), px(at.y));
        intervals +=
            fmt::format("M{} {}V{}", px(at.x), px(place(point.x, point.lower).y),
                        px(place(point.x, point.upper).y));
        points += mark_path(series.colour, at, kPanelMark);
      }
      add("<g class=\"curve\">\n<title>{}</title>\n<path class=\"line\" d=\"{}\" "
          "{}/>\n<path d=\"{}\" stroke=\"{}\" fill=\"none\"/>\n<path class=\"marks\" "
          "d=\"{}\" {}/>\n</g>\n",
          xml_text(series.name), line, ink(series), intervals,
          curve_colour(series.colour), points, mark_ink(series.colour));
    }
    add("</g>\n");
  }

  // In the corner at the right, on a ground of its own.
  void draw_heights(const std::vector<double>& heights, double right, double top) {
    const double from = right - kInsetWidth - kInsetGap, base = top + kInsetHeight;
    const double most =
        std::max(1.0, *std::max_element(heights.begin(), heights.end()));
    add("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#ffffff\" "
        "stroke=\"{}\"/>\n",
        px(from - kInsetGap), px(top - kInsetGap), px(kInsetWidth + 2 * kInsetGap),
        px(kInsetHeight + 2 * kInsetGap), kGrid);
    std::string outline = fmt::format("M{} {}", px(from), px(base));
    for (std::size_t i = 0; i < heights.size(); ++i)
      outline += fmt::format("V{}H{}", px(base - kInsetHeight * heights[i] / most),
                             px(from + kInsetWidth * static_cast<double>(i + 1) /
                                           static_cast<double>(heights.size())));
    add("<path class=\"inset\" d=\"{}V{}Z\" fill=\"{}\"/>\n", outline, px(base), kBin);
  }

  // For those who hear the picture.
  std::string description() const {
    std::string text = fmt::format("Across: {}. Up: {}.", page_.across.title, page_.up);
    for (const Panel& panel : page_.panels) {
      text += fmt::format(" {}:", panel.title);
      for (const PanelCurve& curve : panel.curves)
        text +=
            fmt::format(" {} from {:.3g} to {:.3g};", page_.series[curve.series].name,
                        curve.points.front().y, curve.points.back().y);
      text.back() = '.';
    }
    return text;
  }

  const PanelPage& page_;
  double width_;  // of a chart with its labels
  CurveAxis across_;
  std::string body_;
};

}  // namespace

std::string panels_svg(const PanelPage& page) { return PanelsPicture(page).text(); }

}  // namespace selvage
