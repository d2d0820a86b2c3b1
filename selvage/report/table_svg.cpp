#include "selvage/report/table_svg.hpp"

#include <algorithm>

#include "selvage/report/svg.hpp"

namespace selvage {
namespace {

constexpr double kTableRow = 22, kGapWidth = 16, kLargeFont = 44;
constexpr double kListRow = 34, kListFont = 20;
constexpr std::size_t kMostListed = 34;  // places in half of the width
constexpr std::size_t kMostNumber = 40;  // places
constexpr std::size_t kMostTableRows = 40;
constexpr std::size_t kMostColumns = 8;  // more are drawn as one

std::string number_svg(Drawing drawing) {
  const Release& release = drawing.release();
  if (release.answer.cells.empty()) return drawing.ended(kTop + 16, "the interval");
  const Estimate& number = first_series(release).rows[0];
  drawing.text(kMargin, kTop + 48, drawing.numbers().value(number),
               fmt::format("font-size=\"{}\" font-weight=\"600\" fill=\"{}\"",
                           px(kLargeFont), kBin));
  const std::string spread = drawing.numbers().spread(number);
  drawing.text(kMargin, kTop + 78,
               (spread.empty() ? "" : spread + " ") + drawing.axis_name({0, 1, 1, 1}),
               fmt::format("font-size=\"16\" fill=\"{}\"", kQuiet));
  return drawing.ended(kTop + 92, "the interval");
}

// Several numbers about all people, each in a line: its name left of it.
std::string numbers_svg(Drawing drawing) {
  const Release& release = drawing.release();
  constexpr double kHalf = kWidth / 2;
  double y = kTop;
  std::vector<std::string> rounded;
  for (std::size_t i = 0; i < release.answer.numbers.size(); ++i) {
    const Series& series = release.answer.numbers[i];
    if (!series.with_intervals) continue;
    const NumberFormat exact(release, i, Script::unicode);
    const NumberFormat format =
        fitted(exact, kMostListed, [&](const NumberFormat& shorter) {
          return places(shorter.both(series.rows[0]));
        });
    if (rounded.empty()) rounded = rounding_note(format);
    y += kListRow;
    const auto size = fmt::format("font-size=\"{}\"", px(kListFont));
    drawing.text(
        kMargin, y,
        cut(series.name, fitting(kHalf - kMargin - kGapWidth, kListFont * kDigit),
            Script::unicode),
        size);
    drawing.text(kHalf, y, format.value(series.rows[0]),
                 size + fmt::format(" font-weight=\"600\" fill=\"{}\"", kBin));
    drawing.text(kWidth - kMargin, y, format.spread(series.rows[0]),
                 fmt::format("{} fill=\"{}\" text-anchor=\"end\"", size, kQuiet));
  }
  return drawing.ended(y + 14, "each interval", rounded);
}

class TablePicture {
 public:
  TablePicture(const Release& release, const Speech& speech)
      : drawing_(release, speech),
        shown_(shown_rows(release.answer.cells.size(),
                          speech.most_rows.value_or(kMostTableRows))),
        format_(drawing_.numbers()) {
    std::size_t widest = 0;
    format_ = fitted(format_, kMostNumber, [&](const NumberFormat& format) {
      widest = places(first_series(release).name);
      for (const std::size_t i : shown_.rows)
        widest = std::max(widest, places(format.both(first_series(release).rows[i])));
      return widest;
    });
    const auto& columns = release.answer.domain.columns();
    names_.push_back("");
    for (const auto& column : columns)
      if (columns.size() <= kMostColumns) {
        names_.back() = column.name;
        names_.emplace_back();
      } else {
        names_.back() += (names_.back().empty() ? "" : " / ") + column.name;
      }
    if (columns.size() <= kMostColumns) names_.pop_back();
    const double number = kFont * kDigit * static_cast<double>(widest);
    column_width_ =
        (kWidth - 2 * kMargin - number) / static_cast<double>(names_.size());
  }

  std::string text() {
    const Release& release = drawing_.release();
    if (release.answer.cells.empty()) return drawing_.ended(kTop + 16, "each interval");
    const std::string bold = "font-weight=\"600\"";
    for (std::size_t i = 0; i < names_.size(); ++i)
      drawing_.text(x(i), kTop, fitted_label(names_[i]), bold);
    drawing_.text(kWidth - kMargin, kTop, first_series(release).name,
                  bold + " text-anchor=\"end\"");
    double y = kTop;
    std::string lines;
    for (std::size_t i = 0; i < shown_.rows.size(); ++i) {
      lines += fmt::format("M{} {}H{}", px(kMargin), px(y + 7), px(kWidth - kMargin));
      y += kTableRow;
      if (i == shown_.gap && shown_.left_out > 0) {
        drawing_.text(
            kMargin, y,
            fmt::format("and {} more",
                        thousands(static_cast<std::int64_t>(shown_.left_out))),
            fmt::format("fill=\"{}\"", kQuiet));
        y += kTableRow;
      }
      draw_labels(release.answer.cells[shown_.rows[i]], y);
      drawing_.text(kWidth - kMargin, y,
                    format_.both(first_series(release).rows[shown_.rows[i]]),
                    "text-anchor=\"end\"");
    }
    drawing_.path(lines, fmt::format("stroke=\"{}\" fill=\"none\"", kGrid));
    return drawing_.ended(y + 8, "each interval", rounding_note(format_));
  }

 private:
  double x(std::size_t column) const {
    return kMargin + column_width_ * static_cast<double>(column);
  }
  std::string fitted_label(const std::string& text) const {
    return cut(text, fitting(column_width_ - kGapWidth, kFont * kDigit),
               Script::unicode);
  }
  void draw_labels(std::uint64_t cell, double y) {
    const Release& release = drawing_.release();
    const auto& columns = release.answer.domain.columns();
    if (names_.size() < columns.size())
      return drawing_.text(x(0), y, fitted_label(cell_label(release, cell)));
    const auto where = release.answer.domain.places(cell);
    for (std::size_t i = 0; i < names_.size(); ++i)
      drawing_.text(
          x(i), y, fitted_label(cell_label(release, cell, i)),
          fmt::format("fill=\"{}\"", is_outside(columns[i], where[i]) ? kQuiet : kInk));
  }

  Drawing drawing_;
  ShownRows shown_;
  NumberFormat format_;
  std::vector<std::string> names_;
  double column_width_ = 0;
};

}  // namespace

std::string table_svg(const Release& release, const Speech& speech) {
  if (release.answer.domain.columns().empty()) {
    const bool several = release.answer.numbers.size() > 1 &&
                         release.answer.numbers[1].with_intervals &&
                         !release.answer.cells.empty();
    return several ? numbers_svg(Drawing(release, speech))
                   : number_svg(Drawing(release, speech));
  }
  return TablePicture(release, speech).text();
}

}  // namespace selvage
