#include "selvage/report/band_svg.hpp"

#include <algorithm>

#include "selvage/report/svg.hpp"

namespace selvage {
namespace {

constexpr double kBandHeight = 360;

class BandPicture {
 public:
  BandPicture(const Release& release, const LineBand& band, const Speech& speech)
      : drawing_(release, speech), band_(band) {
    double low = band.places[0].lower, high = band.places[0].upper;
    for (const auto& at : band.places) {
      low = std::min(low, at.lower);
      high = std::max(high, at.upper);
    }
    const auto axis = [](double from, double to) {
      return number_axis(from, to, {.most_steps = 6, .finest = 1e-9, .zero = false});
    };
    across_ = axis(band.places[0].x, band.places[2].x);
    up_ = axis(low, high);
    double widest = 0;
    for (const double tick : ticks(up_))
      widest = std::max(widest, label_width(tick_label(up_, tick)));
    left_ = kMargin + widest + 12;
  }

  std::string text() {
    draw_axes();
    std::string band, line;
    for (const auto& at : band_.places)
      band += (band.empty() ? "M" : "L") + point(at.x, at.upper);
    for (std::size_t i = band_.places.size(); i-- > 0;)
      band += "L" + point(band_.places[i].x, band_.places[i].lower);
    for (const auto& at : band_.places)
      line += (line.empty() ? "M" : "L") + point(at.x, at.value);
    drawing_.path(band + "Z", fmt::format("class=\"band\" fill=\"{}\" "
                                          "fill-opacity=\"0.25\" stroke=\"none\"",
                                          kBin));
    drawing_.path(line, fmt::format("class=\"line\" stroke=\"{}\" stroke-width=\"2.4\" "
                                    "fill=\"none\"",
                                    kBin));
    return drawing_.ended(kBottom + 44, kBandHolder);
  }

 private:
  static constexpr double kBottom = kTop + kBandHeight;

  double x(double number) const {
    const double share = (number - across_.low) / (across_.high - across_.low);
    return left_ + (kWidth - kMargin - left_) * std::clamp(share, 0.0, 1.0);
  }
  double y(double number) const {
    const double share = (number - up_.low) / (up_.high - up_.low);
    return kBottom - kBandHeight * std::clamp(share, 0.0, 1.0);
  }
  std::string point(double at, double number) const {
    return px(x(at)) + " " + px(y(number));
  }

  void draw_axes() {
    std::string lines;
    for (const double tick : ticks(across_))
      lines += fmt::format("M{} {}V{}", px(x(tick)), px(kTop), px(kBottom + 4));
    for (const double tick : ticks(up_))
      lines +=
          fmt::format("M{} {}H{}", px(left_ - 4), px(y(tick)), px(kWidth - kMargin));
    drawing_.path(lines, fmt::format("stroke=\"{}\" fill=\"none\"", kGrid));
    drawing_.add("<g class=\"ticks\" text-anchor=\"end\" fill=\"{}\">\n", kQuiet);
    for (const double tick : ticks(up_))
      drawing_.text(left_ - 8, y(tick) + 4.5, tick_label(up_, tick));
    drawing_.add("</g>\n<g class=\"ticks\" text-anchor=\"middle\" fill=\"{}\">\n",
                 kQuiet);
    for (const double tick : ticks(across_))
      drawing_.text(x(tick), kBottom + 20, tick_label(across_, tick));
    drawing_.text((left_ + kWidth - kMargin) / 2, kBottom + 40,
                  with_unit(band_.x_name, across_));
    drawing_.add("</g>\n");
    drawing_.text(kMargin, kTop - 12, with_unit(band_.y_name, up_),
                  fmt::format("fill=\"{}\"", kQuiet));
  }
  static std::string with_unit(const std::string& name, const NumberAxis& axis) {
    const std::string unit = unit_name(axis);
    return cut(name, fitting(kWidth / 2, kFont * kLetter), Script::unicode) +
           (unit.empty() ? "" : ", in " + unit);
  }

  Drawing drawing_;
  const LineBand& band_;
  NumberAxis across_{}, up_{};
  double left_ = 0;
};

}  // namespace

std::string band_svg(const Release& release, const LineBand& band,
                     const Speech& speech) {
  return BandPicture(release, band, speech).text();
}

}  // namespace selvage
