#include "selvage/report/boxes_text.hpp"

#include <algorithm>

#include "selvage/report/boxes_svg.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMostBoxName = 20, kLeastBoxWidth = 20;

struct BoxInks {
  std::string_view box, middle, whisker, low, high;
};
constexpr BoxInks kDrawn = {"█", "┃", "─", "├", "┤"};
constexpr BoxInks kTyped = {"=", "|", "-", "|", "|"};

// Without zeros at the end of its decimals.
std::string without_zeros(std::string number) {
  if (number.find('.') == std::string::npos) return number;
  number.erase(number.find_last_not_of('0') + 1);
  if (number.ends_with('.')) number.pop_back();
  return number;
}

}  // namespace

void put_boxes(const ShownRows& shown, Page& page) {
  const Release& release = page.release();
  const auto series = quantile_series(release);
  const bool grouped = !release.answer.domain.columns().empty();
  if (series.empty() || release.answer.domain.columns().size() > 1) return;
  if (release.answer.numbers[series[0]].moments) return;  // the ends would be numbers
  const std::size_t last = series.size() - 1, inner = last >= 4 ? 1 : 0;
  const auto at = [&](std::size_t place, std::size_t row) -> const Estimate& {
    return release.answer.numbers[series[place]].rows[row];
  };
  const Estimate *least = nullptr, *most = nullptr;
  std::size_t name_width = 0;
  std::vector<std::string> names;
  for (const std::size_t row : shown.rows) {
    names.push_back(grouped
                        ? cut(page.safe(cell_label(release, release.answer.cells[row])),
                              kMostBoxName, page.script())
                        : "");
    name_width = std::max(name_width, places(names.back()));
    if (!at(0, row).known) continue;
    if (least == nullptr || at(0, row).value < least->value) least = &at(0, row);
    if (most == nullptr || at(last, row).value > most->value) most = &at(last, row);
  }
  const std::size_t before = name_width + (grouped ? kGap : 0);
  if (least == nullptr || page.width() < before + kLeastBoxWidth) return;
  const std::size_t width = page.width() - before;
  const Series& numbers = release.answer.numbers[series[0]];
  const double low = numbers.real(least->value),
               range =
                   std::max(numbers.unit.to_double(), numbers.real(most->value) - low);
  const auto place = [&](const Estimate& number) {
    const double share = (numbers.real(number.value) - low) / range;
    return std::min(width - 1, static_cast<std::size_t>(
                                   share * static_cast<double>(width - 1) + 0.5));
  };
  const BoxInks& inks = page.style().unicode ? kDrawn : kTyped;
  page.blank_line();
  for (std::size_t i = 0; i < shown.rows.size(); ++i) {
    const std::size_t row = shown.rows[i];
    Line line = page.line();
    line.left(names[i], name_width);
    line.blanks(before - name_width);
    if (at(0, row).known) {
      const std::size_t from = place(at(0, row)), to = place(at(last, row));
      const std::size_t box = place(at(inner, row)), end = place(at(last - inner, row));
      const std::size_t middle = place(at(series.size() / 2, row));
      line.blanks(from);
      for (std::size_t x = from; x <= to; ++x) {
        const bool whisker = x < box || x > end;
        line.add(x == middle ? inks.middle
                 : !whisker  ? inks.box
                 : x == from ? inks.low
                 : x == to   ? inks.high
                             : inks.whisker);
      }
    }
    page.put(line);
  }
  const NumberFormat format(numbers.unit, page.script());
  const auto text = [&](std::int64_t multiple) {
    return numbers.places ? thousands(numbers.text(multiple))
                          : without_zeros(format.value(multiple));
  };
  const std::string first = text(least->value), end = text(most->value);
  if (places(first) + places(end) + kGap > width) return;
  Line line = page.line();
  line.blanks(before);
  line.left(first, width - places(end), kFaint);
  line.add(end, kFaint);
  page.put(line);
}

}  // namespace selvage
