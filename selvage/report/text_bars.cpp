#include "selvage/report/text_bars.hpp"

#include <algorithm>
#include <cmath>

namespace selvage {
namespace {

struct Glyphs {
  std::string_view full, left_end, line, middle, right_end, zero;
};
constexpr Glyphs kUnicode = {"█", "├", "─", "┼", "┤", "│"};
constexpr Glyphs kAscii = {"#", "|", "-", "+", "|", ":"};
constexpr std::string_view kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};

struct Inks {
  std::string_view bar, whisker_on_bar;
};
constexpr Inks kInsideInks = {"34", "97;44"}, kOutsideInks = {"90", "97;100"};

// Characters in their order; neighbours of one ink are written together.
class Strip {
 public:
  explicit Strip(Line& line) : line_(line) {}
  ~Strip() { line_.add(run_, ink_); }
  void add(std::string_view glyph, std::string_view ink) {
    if (ink != ink_) {
      line_.add(run_, ink_);
      run_.clear();
      ink_ = ink;
    }
    run_ += glyph;
  }

 private:
  Line& line_;
  std::string run_;
  std::string_view ink_;
};

}  // namespace

TextBars::TextBars(const Page& page, std::size_t width)
    : unicode_(page.style().unicode), width_(width) {
  std::int64_t lowest = 0, highest = 0;
  for (const Estimate& number : first_series(page.release()).rows) {
    if (!number.known) continue;
    lowest = std::min({lowest, number.lower, number.value});
    highest = std::max(highest, number.upper);
  }
  // No true count is below 0.
  const Series& series = first_series(page.release());
  if (series.places)
    series_ = Series{.name = {}, .unit = series.unit, .places = series.places};
  low_ = is_count(page.release()) ? 0 : real(lowest);
  high_ = real(highest);
}

// Where a number lies, in characters.
double TextBars::place(std::int64_t value) const {
  if (high_ <= low_) return 0;
  const double share = (real(value) - low_) / (high_ - low_);
  return std::clamp(share, 0.0, 1.0) * static_cast<double>(width_);
}

double TextBars::real(std::int64_t value) const {
  return series_ ? series_->real(value) : static_cast<double>(value);
}

// None where it is shorter than a character: it would look longer than it is.
std::optional<TextBars::Ends> TextBars::whisker(const Estimate& number) const {
  if (!number.known) return std::nullopt;
  const double lower = place(number.lower), upper = place(number.upper);
  if (upper - lower < 1) return std::nullopt;
  const Ends ends{static_cast<std::size_t>(lower),
                  static_cast<std::size_t>(std::ceil(upper)) - 1};
  return ends.left < ends.right ? std::optional(ends) : std::nullopt;
}

void TextBars::draw_plain(double length, std::string_view ink, Line& line) const {
  const std::size_t parts = unicode_ ? 8 : 1;
  const auto filled =
      static_cast<std::size_t>(std::lround(length * static_cast<double>(parts)));
  std::string bar;
  for (std::size_t i = 0; i < filled / parts; ++i)
    bar += unicode_ ? kUnicode.full : kAscii.full;
  line.add(bar + std::string(kEighths[filled % parts]), ink);
}

void TextBars::draw(const Estimate& number, bool outside, Line& line) const {
  if (!number.known) return;
  const Inks& inks = outside ? kOutsideInks : kInsideInks;
  const Glyphs& glyphs = unicode_ ? kUnicode : kAscii;
  const auto ends = whisker(number);
  if (!ends && low_ == 0) return draw_plain(place(number.value), inks.bar, line);
  // The part of the whisker that lies on the bar is told apart by colour alone.
  const auto zero = std::min(static_cast<std::size_t>(place(0)), width_ - 1);
  const auto middle = static_cast<std::size_t>(place(number.value));
  // Beside a line of 0 a bar shorter than half a character is none.
  const auto end =
      low_ < 0 ? static_cast<std::size_t>(std::lround(place(number.value))) : middle;
  const auto [first, last] = std::minmax(zero, end);
  Strip strip(line);
  for (std::size_t at = 0; at < width_; ++at) {
    const bool on_bar = at >= first && at < last;
    if (ends && at >= ends->left && at <= ends->right)
      strip.add(at == ends->left    ? glyphs.left_end
                : at == ends->right ? glyphs.right_end
                : at == middle      ? glyphs.middle
                                    : glyphs.line,
                on_bar ? inks.whisker_on_bar : "");
    else if (low_ < 0 && at == zero)
      strip.add(glyphs.zero, "");
    else
      strip.add(on_bar ? glyphs.full : " ", on_bar ? inks.bar : "");
  }
}

}  // namespace selvage
