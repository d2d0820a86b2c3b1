// What every picture of a release shares: sizes and colours, the title above, and the
// caption below with what is promised, so that the picture can travel alone.
#pragma once
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "selvage/release/release.hpp"
#include "selvage/report/axis.hpp"
#include "selvage/report/number_format.hpp"
#include "selvage/report/view.hpp"
#include "selvage/report/wording.hpp"

namespace selvage {

// Lengths are pixels.
constexpr double kWidth = 960, kMargin = 24, kTop = 88;
constexpr double kFont = 13, kTitleFont = 20, kCaptionFont = 12;
// Widths in a wide font, as parts of its size: a digit, letters of prose.
constexpr double kDigit = 0.64, kLetter = 0.52, kBoldLetter = 0.62;
constexpr std::string_view kBin = "#3d85ab", kOutside = "#7d8791", kInk = "#1c2733";
constexpr std::string_view kGrid = "#e2e6ea", kQuiet = "#55606b";

// A length with at most two places, without needless zeros.
std::string px(double length);
// How wide a label is, and how many places there are in so many pixels.
double label_width(std::string_view text);
std::size_t fitting(double room, double letter);

// A whole document: an SVG 1.1 in UTF-8, as wide as all of ours. The caption begins
// `gap` below `bottom`.
struct SvgPage {
  std::string title, description, body;
  std::vector<std::string> caption;
  double bottom = 0, gap = 0;
};
std::string svg_text(const SvgPage& page);

class Drawing {
 public:
  explicit Drawing(const Release& release, const Speech& speech = {});

  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Values>(values)...);
  }
  // Words at a place; `attributes` are written as they are.
  void text(double x, double y, std::string_view words,
            std::string_view attributes = {});
  // An empty d draws nothing.
  void path(const std::string& d, std::string_view attributes);

  const Release& release() const { return release_; }
  const NumberFormat& numbers() const { return numbers_; }
  // "1,234 (1,200 to 1,300)".
  std::string spelled(const Estimate& number) const;
  // A multiple of the release's unit as a plain number.
  double real(std::int64_t multiple) const {
    const Series& first = release_.answer.numbers.front();
    return first.places ? first.real(multiple) : static_cast<double>(multiple) * unit_;
  }
  // An axis for all numbers and their intervals, with 0 unless they are averages.
  NumberAxis axis() const;
  // "rows, in millions", "mean of salary".
  std::string axis_name(const NumberAxis& axis) const;

  // The whole document: an SVG 1.1 in UTF-8. The caption begins below `bottom`;
  // `holder` is the drawing that shows an interval.
  std::string ended(double bottom, const std::string& holder,
                    const std::vector<std::string>& more = {}) const;

 private:
  std::string description() const;

  const Release& release_;
  Speech speech_;
  NumberFormat numbers_;
  double unit_;
  std::string body_;
};

}  // namespace selvage
