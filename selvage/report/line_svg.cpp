#include "selvage/report/line_svg.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include "selvage/report/svg.hpp"
#include "selvage/summary/grid.hpp"

namespace selvage {
namespace {

constexpr double kLineLeft = 110, kLineHeight = 420, kTouchedDot = 6;
constexpr std::string_view kFirstSide = "#d9822b", kSecondSide = kBin;

class LinePicture {
 public:
  LinePicture(const Release& release, const Speech& speech)
      : drawing_(release, speech),
        line_(*release.answer.line),
        across_(axis_of(line_.x)),
        up_(axis_of(line_.y)) {}

  std::string text() {
    draw_axes();
    const double half = line_.half.to_double();
    const std::string dashed = fmt::format(
        "class=\"margin\" stroke=\"{}\" stroke-dasharray=\"6 5\" "
        "fill=\"none\"",
        kQuiet);
    drawing_.path(level(-half) + level(half), dashed);
    drawing_.path(level(0), fmt::format("class=\"line\" stroke=\"{}\" "
                                        "stroke-width=\"2.4\" fill=\"none\"",
                                        kInk));
    draw_points();
    return drawing_.ended(kTop + kLineHeight + 76, "each interval");
  }

 private:
  static NumberAxis axis_of(const DividingLine::Axis& axis) {
    const Rational finest = power_of_ten_below((axis.to - axis.from) / 1000);
    return number_axis(axis.from.to_double(), axis.to.to_double(),
                       {.most_steps = 6, .finest = finest.to_double(), .zero = false});
  }
  double x(double value) const {
    const double from = line_.x.from.to_double(), to = line_.x.to.to_double();
    return kLineLeft + (kWidth - kMargin - kLineLeft) * (value - from) / (to - from);
  }
  double y(double value) const {
    const double from = line_.y.from.to_double(), to = line_.y.to.to_double();
    return kTop + kLineHeight * (to - value) / (to - from);
  }

  // Where the score is this, within the box; empty where it is nowhere.
  std::string level(double score) const {
    const double a = line_.a.to_double(), b = line_.b.to_double(),
                 c = line_.c.to_double() - score;
    const double left = line_.x.from.to_double(), right = line_.x.to.to_double(),
                 low = line_.y.from.to_double(), high = line_.y.to.to_double();
    std::vector<std::pair<double, double>> ends;
    const auto add = [&](double at_x, double at_y) {
      if (at_x >= left && at_x <= right && at_y >= low && at_y <= high)
        ends.emplace_back(at_x, at_y);
    };
    if (b != 0)
      for (const double at : {left, right}) add(at, -(a * at + c) / b);
    if (a != 0)
      for (const double at : {low, high}) add(-(b * at + c) / a, at);
    std::sort(ends.begin(), ends.end());
    if (ends.size() < 2 || ends.front() == ends.back()) return "";
    return fmt::format("M{} {}L{} {}", px(x(ends.front().first)),
                       px(y(ends.front().second)), px(x(ends.back().first)),
                       px(y(ends.back().second)));
  }

  void draw_axes() {
    std::string lines;
    const double right = kWidth - kMargin, bottom = kTop + kLineHeight;
    const auto within = [](double tick, const DividingLine::Axis& axis) {
      return tick >= axis.from.to_double() && tick <= axis.to.to_double();
    };
    drawing_.add("<g class=\"ticks\" fill=\"{}\">\n", kQuiet);
    for (const double tick : ticks(across_)) {
      if (!within(tick, line_.x)) continue;
      lines += fmt::format("M{} {}V{}", px(x(tick)), px(kTop), px(bottom + 4));
      drawing_.text(x(tick), bottom + 20, tick_label(across_, tick),
                    "text-anchor=\"middle\"");
    }
    for (const double tick : ticks(up_)) {
      if (!within(tick, line_.y)) continue;
      lines += fmt::format("M{} {}H{}", px(kLineLeft - 4), px(y(tick)), px(right));
      drawing_.text(kLineLeft - 10, y(tick) + 4.5, tick_label(up_, tick),
                    "text-anchor=\"end\"");
    }
    drawing_.text((kLineLeft + right) / 2, bottom + 42, named(line_.x, across_),
                  "text-anchor=\"middle\"");
    drawing_.text(kMargin, kTop - 10, named(line_.y, up_));
    drawing_.add("</g>\n");
    drawing_.path(lines, fmt::format("stroke=\"{}\" fill=\"none\"", kGrid));
  }

  static std::string named(const DividingLine::Axis& axis, const NumberAxis& numbers) {
    const std::string unit = unit_name(numbers);
    return cut(axis.name, fitting(kWidth / 2, kFont * kLetter), Script::unicode) +
           (unit.empty() ? "" : ", in " + unit);
  }

  void draw_points() {
    drawing_.add("<g class=\"touched\">\n");
    for (const auto& point : line_.touched)
      drawing_.add(
          "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"><title>{}</title></circle>"
          "\n",
          px(x(point.x.to_double())), px(y(point.y.to_double())), px(kTouchedDot),
          point.second ? kSecondSide : kFirstSide,
          xml_text(fmt::format(
              "{}: {} {}, {} {}", point.second ? line_.second : line_.first,
              line_.x.name, point.x.short_text(), line_.y.name, point.y.short_text())));
    drawing_.add("</g>\n<g class=\"sides\">\n");
    const double below = kTop + kLineHeight + 62;
    double from = kLineLeft;
    for (const bool second : {false, true}) {
      const std::string name =
          cut(second ? line_.second : line_.first, fitting(kWidth / 3, kFont * kDigit),
              Script::unicode);
      drawing_.add("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", px(from),
                   px(below - 4.5), px(kTouchedDot), second ? kSecondSide : kFirstSide);
      drawing_.text(from + 12, below, name);
      from += 40 + label_width(name);
    }
    drawing_.add("</g>\n");
  }

  Drawing drawing_;
  const DividingLine& line_;
  NumberAxis across_, up_;
};

}  // namespace

std::string line_svg(const Release& release, const Speech& speech) {
  assert(release.answer.line);
  return LinePicture(release, speech).text();
}

}  // namespace selvage
