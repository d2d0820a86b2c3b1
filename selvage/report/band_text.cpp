#include "selvage/report/band_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "selvage/report/line_band.hpp"

namespace selvage {
namespace {

constexpr std::size_t kBandLines = 12, kLeastBandWidth = 20, kMostBandWidth = 60;

// Three digits are enough at the ends of a picture.
std::string short_number(double number) {
  const double size = std::abs(number);
  const double step = size == 0 ? 1 : std::pow(10, std::floor(std::log10(size)) - 2);
  return fmt::format("{:.{}f}", std::round(number / step) * step,
                     step >= 1 ? 0 : static_cast<int>(-std::floor(std::log10(step))));
}

}  // namespace

void put_line_band(Page& page) {
  const auto band = line_band(page.release());
  if (!band) return;
  const auto& [first, middle, last] = band->places;
  const double low = std::min({first.lower, middle.lower, last.lower}),
               high = std::max({first.upper, middle.upper, last.upper});
  if (!(high > low) || !(last.x > first.x)) return;
  const std::string top = short_number(high), bottom = short_number(low),
                    from = short_number(first.x), to = short_number(last.x);
  const std::size_t before = std::max(places(top), places(bottom)) + 1;
  if (page.width() < before + kLeastBandWidth) return;
  const std::size_t width = std::min(page.width() - before, kMostBandWidth);
  if (places(from) + places(to) + kGap > width) return;
  const std::string_view line_ink = page.style().unicode ? "█" : "#",
                         band_ink = page.style().unicode ? "░" : ".";
  page.blank_line();
  for (std::size_t row = 0; row < kBandLines; ++row) {
    // From the top: the numbers between which this line of text lies.
    const double step = (high - low) / static_cast<double>(kBandLines),
                 upper = high - step * static_cast<double>(row), lower = upper - step;
    Line line = page.line();
    line.right(row == 0                ? top
               : row + 1 == kBandLines ? bottom
                                       : "",
               before - 1, kFaint);
    line.blanks(1);
    for (std::size_t column = 0; column < width; ++column) {
      const double x = first.x + (last.x - first.x) *
                                     (static_cast<double>(column) + 0.5) /
                                     static_cast<double>(width);
      const double value = band->value(x);
      const bool on_line = value <= upper && (value > lower || row + 1 == kBandLines);
      if (on_line)
        line.add(line_ink);
      else if (band->upper(x) > lower && band->lower(x) < upper)
        line.add(band_ink);
      else
        line.blanks(1);
    }
    page.put(line);
  }
  Line line = page.line();
  line.blanks(before);
  line.left(from, width - places(to), kFaint);
  line.add(to, kFaint);
  page.put(line);
}

}  // namespace selvage
