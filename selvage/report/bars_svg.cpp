#include "selvage/report/bars_svg.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "selvage/report/svg.hpp"

namespace selvage {
namespace {

constexpr double kBarRow = 24, kBar = 14, kDot = 4.5, kCap = 4;
constexpr double kMostBarLabel = 260;       // the width of a label
constexpr std::size_t kMostBarNumber = 36;  // the places of a number
constexpr std::size_t kMostBars = 60;

class BarsPicture {
 public:
  BarsPicture(const Release& release, const Speech& speech)
      : drawing_(release, speech),
        axis_(drawing_.axis()),
        format_(drawing_.numbers()),
        shown_(largest_rows(release, speech.most_rows.value_or(kMostBars))),
        dots_(is_average(release)) {
    std::size_t label = 0, number = 0;
    for (const std::size_t i : shown_.rows)
      label = std::max(label, places(cell_label(release, release.answer.cells[i])));
    format_ = fitted(format_, kMostBarNumber, [&](const NumberFormat& format) {
      number = 0;
      for (const std::size_t i : shown_.rows)
        number = std::max(number, places(format.both(first_series(release).rows[i])));
      return number;
    });
    const double letter = kFont * kDigit;
    left_ = kMargin + std::min(letter * static_cast<double>(label), kMostBarLabel) + 12;
    right_ = kWidth - kMargin - letter * static_cast<double>(number) - 16;
    const bool gap = shown_.left_out > 0;
    bottom_ = kTop + kBarRow * static_cast<double>(shown_.rows.size() + (gap ? 1 : 0));
  }

  std::string text() {
    const Release& release = drawing_.release();
    if (release.answer.cells.empty()) return drawing_.ended(kTop + 16, holder());
    draw_axis();
    std::string whiskers;
    double middle = kTop + kBarRow / 2;
    for (std::size_t i = 0; i < shown_.rows.size(); ++i, middle += kBarRow) {
      if (i == shown_.gap && shown_.left_out > 0) {
        draw_left_out(middle);
        middle += kBarRow;
      }
      whiskers += draw_row(shown_.rows[i], middle);
    }
    drawing_.path(whiskers, fmt::format("class=\"whiskers\" stroke=\"{}\" "
                                        "stroke-width=\"1.2\" fill=\"none\" "
                                        "pointer-events=\"none\"",
                                        kInk));
    return drawing_.ended(bottom_ + 44, holder(), rounding_note(format_));
  }

 private:
  std::string holder() const {
    return dots_ ? "each dot's whisker" : "each bar's whisker";
  }
  double x(double number) const {
    const double share = (number - axis_.low) / (axis_.high - axis_.low);
    return left_ + (right_ - left_) * std::clamp(share, 0.0, 1.0);
  }
  double x(std::int64_t multiple) const { return x(drawing_.real(multiple)); }

  // Every how many ticks there is room for a label.
  long label_stride() const {
    double widest = 0;
    for (const double tick : ticks(axis_))
      widest = std::max(widest, label_width(tick_label(axis_, tick)) + 8);
    const double apart = (right_ - left_) * axis_.step / (axis_.high - axis_.low);
    return std::lround(std::ceil(widest / apart));
  }

  void draw_axis() {
    const Release& release = drawing_.release();
    const std::string& name = release.answer.domain.columns()[0].name;
    drawing_.text(kMargin, kTop - 18,
                  cut(name, fitting(kWidth / 2, kFont * kBoldLetter), Script::unicode),
                  "font-weight=\"600\"");
    std::string lines;
    for (const double tick : ticks(axis_))
      lines += fmt::format("M{} {}V{}", px(x(tick)), px(kTop), px(bottom_ + 4));
    drawing_.path(lines, fmt::format("stroke=\"{}\" fill=\"none\"", kGrid));
    drawing_.path(fmt::format("M{} {}V{}", px(x(0.0)), px(kTop), px(bottom_ + 4)),
                  fmt::format("stroke=\"{}\" fill=\"none\"", kQuiet));
    drawing_.add("<g class=\"ticks\" text-anchor=\"middle\" fill=\"{}\">\n", kQuiet);
    for (const double tick : ticks(axis_))
      if (std::lround(tick / axis_.step) % label_stride() == 0)
        drawing_.text(x(tick), bottom_ + 20, tick_label(axis_, tick));
    drawing_.text((left_ + right_) / 2, bottom_ + 40, drawing_.axis_name(axis_));
    drawing_.add("</g>\n");
  }

  void draw_left_out(double middle) {
    drawing_.text(left_ - 12, middle + 4.5,
                  fmt::format("and {} smaller",
                              thousands(static_cast<std::int64_t>(shown_.left_out))),
                  fmt::format("text-anchor=\"end\" fill=\"{}\"", kQuiet));
  }

  // Returns the whisker; where nothing is known there is no mark either.
  std::string draw_row(std::size_t row, double middle) {
    const Release& release = drawing_.release();
    const std::uint64_t cell = release.answer.cells[row];
    const std::string label = cell_label(release, cell);
    const bool outside = is_outside(release.answer.domain.columns()[0], cell);
    const Estimate& number = first_series(release).rows[row];
    const std::string words = xml_text(label + ": " + drawing_.spelled(number));
    drawing_.text(
        left_ - 12, middle + 4.5,
        cut(label, fitting(kMostBarLabel, kFont * kDigit), Script::unicode),
        fmt::format("text-anchor=\"end\" fill=\"{}\"", outside ? kQuiet : kInk));
    drawing_.text(kWidth - kMargin, middle + 4.5, format_.both(number),
                  "text-anchor=\"end\"");
    if (!number.known) return "";
    const double zero = x(0.0), end = x(number.value);
    drawing_.add("<g class=\"marks\" fill=\"{}\">", outside ? kOutside : kBin);
    if (dots_)
      drawing_.add("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"><title>{}</title></circle>",
                   px(end), px(middle), px(kDot), words);
    else
      drawing_.add(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title>"
          "</rect>",
          px(std::min(zero, end)), px(middle - kBar / 2),
          px(std::max(zero, end) - std::min(zero, end)), px(kBar), words);
    drawing_.add("</g>\n");
    if (!number.has_interval) return "";
    return fmt::format("M{0} {2}V{3}M{1} {2}V{3}M{0} {4}H{1}", px(x(number.lower)),
                       px(x(number.upper)), px(middle - kCap), px(middle + kCap),
                       px(middle));
  }

  Drawing drawing_;
  NumberAxis axis_;
  NumberFormat format_;
  ShownRows shown_;
  bool dots_;
  double left_ = 0, right_ = 0, bottom_ = 0;
};

}  // namespace

std::string bars_svg(const Release& release, const Speech& speech) {
  assert(release.answer.domain.columns().size() == 1);
  return BarsPicture(release, speech).text();
}

}  // namespace selvage
