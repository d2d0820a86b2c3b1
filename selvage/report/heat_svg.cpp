#include "selvage/report/heat_svg.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "selvage/report/svg.hpp"

namespace selvage {
namespace {

constexpr double kHeatRow = 26, kMostCell = 110, kLeastCell = 26, kNumberFont = 12;
constexpr double kMostRowLabel = 220;     // the width of a row's label
constexpr std::size_t kMostHeading = 20;  // the places of a slanted one
constexpr double kLeastStraight = 72;     // narrower columns have slanted ones
constexpr double kSlant = 0.71;           // sine and cosine of its angle
constexpr std::size_t kMostHeatRows = 60;
constexpr int kLegendSteps = 60;
constexpr double kLegendWidth = 240, kLegendHeight = 12;

using Colour = std::array<double, 3>;
constexpr Colour kPale = {247, 250, 252}, kMore = {22, 78, 112}, kLess = {150, 62, 20};

// A share from -1 to 1.
Colour colour_of(double share) {
  const Colour& full = share < 0 ? kLess : kMore;
  Colour colour;
  for (std::size_t i = 0; i < colour.size(); ++i)
    colour[i] = kPale[i] + (full[i] - kPale[i]) * std::abs(share);
  return colour;
}

std::string text_of(const Colour& colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", std::lround(colour[0]),
                     std::lround(colour[1]), std::lround(colour[2]));
}

std::string_view ink_on(const Colour& colour) {
  const double light = 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2];
  return light > 140 ? kInk : std::string_view("#ffffff");
}

class HeatPicture {
 public:
  HeatPicture(const Release& release, const Speech& speech)
      : drawing_(release, speech),
        rectangle_(rectangle(release)),
        rows_(shown_rows(rectangle_.down.size(),
                         speech.most_rows.value_or(kMostHeatRows))) {
    if (release.answer.cells.empty()) return;
    choose_scale();
    double label = 60;
    for (const std::size_t row : rows_.rows)
      label = std::max(label, label_width(row_label(row)));
    left_ = kMargin + std::min(label, kMostRowLabel) + 12;
    // A slanted heading of the last column reaches beyond it.
    const double most = kFont * kDigit * kMostHeading;
    const auto across = static_cast<double>(rectangle_.across.size());
    slanted_ = (kWidth - kMargin - left_) / across < kLeastStraight;
    const double beyond =
        slanted_
            ? kSlant * std::min(label_width(column_label(rectangle_.across.size() - 1)),
                                most)
            : 0;
    const double room = kWidth - kMargin - left_ - beyond;
    columns_ = shown_rows(rectangle_.across.size(), fitting(room, kLeastCell));
    cell_width_ = std::min(room / static_cast<double>(columns_.rows.size() +
                                                      (columns_.left_out > 0 ? 1 : 0)),
                           kMostCell);
    double heading = 0;
    for (const std::size_t column : columns_.rows)
      heading = std::max(heading, label_width(column_label(column)));
    top_ = kTop + (slanted_ ? kSlant * std::min(heading, most) + 8 : 18);
    bottom_ = top_ + kHeatRow * static_cast<double>(rows_.rows.size() +
                                                    (rows_.left_out > 0 ? 1 : 0));
  }

  std::string text() {
    const bool alike = drawing_.release().error.has_value();
    const std::string holder =
        alike ? "the interval around each number" : "each cell's interval";
    if (drawing_.release().answer.cells.empty())
      return drawing_.ended(kTop + 16, holder);
    draw_headings();
    drawing_.add("<g class=\"cells\" text-anchor=\"middle\" font-size=\"{}\">\n",
                 px(kNumberFont));
    for (std::size_t row = 0; row < rows_.rows.size(); ++row)
      for (std::size_t column = 0; column < columns_.rows.size(); ++column)
        draw_cell(row, column);
    drawing_.add("</g>\n");
    draw_row_labels();
    draw_legend();
    const bool whole = rectangle_.is_whole(drawing_.release().answer.domain);
    return drawing_.ended(
        bottom_ + 64, holder,
        whole ? std::vector<std::string>{} : std::vector<std::string>{kLinesLeftOut});
  }

 private:
  // Counts and sums are seen from 0; averages that are all above 0 from the least.
  void choose_scale() {
    double lowest = 0, highest = 0;
    bool first = is_average(drawing_.release());
    for (const Estimate& number : first_series(drawing_.release()).rows) {
      if (!number.known) continue;
      const double value = drawing_.real(number.value);
      lowest = first ? value : std::min(lowest, value);
      highest = first ? value : std::max(highest, value);
      first = false;
    }
    if (is_count(drawing_.release())) lowest = 0;  // less is noise
    low_ = lowest;
    high_ = highest;
  }

  // Where the number lies between pale and full colour; negative in the second one.
  double share(double value) const {
    if (low_ < 0) {
      const double largest = std::max(-low_, high_);
      return largest == 0 ? 0 : value / largest;
    }
    return high_ <= low_ ? 0 : std::clamp((value - low_) / (high_ - low_), 0.0, 1.0);
  }

  // Where a shown row or column lies; those behind a gap are one further.
  static double place(const ShownRows& shown, std::size_t i) {
    return static_cast<double>(i + (shown.left_out > 0 && i >= shown.gap ? 1 : 0));
  }
  double x(std::size_t column) const {
    return left_ + cell_width_ * place(columns_, column);
  }
  double y(std::size_t row) const { return top_ + kHeatRow * place(rows_, row); }

  std::string row_label(std::size_t row) const {
    return cell_label(drawing_.release(), rectangle_.cell(row, 0), 0);
  }
  std::string column_label(std::size_t column) const {
    return cell_label(drawing_.release(), rectangle_.cell(0, column), 1);
  }
  std::string_view label_ink(std::size_t column, std::size_t place) const {
    const auto& columns = drawing_.release().answer.domain.columns();
    return is_outside(columns[column], place) ? kQuiet : kInk;
  }

  void draw_headings() {
    const auto& columns = drawing_.release().answer.domain.columns();
    const std::size_t most = fitting(kMostRowLabel, kFont * kBoldLetter);
    drawing_.text(left_ - 12, top_ - 8, cut(columns[0].name, most, Script::unicode),
                  "text-anchor=\"end\" font-weight=\"600\"");
    drawing_.text(left_, kTop - 18, cut(columns[1].name, 2 * most, Script::unicode),
                  "font-weight=\"600\"");
    drawing_.add("<g class=\"headings\">\n");
    for (std::size_t i = 0; i < columns_.rows.size(); ++i) {
      const std::size_t column = columns_.rows[i];
      const double middle = x(i) + cell_width_ / 2;
      const std::string label =
          cut(column_label(column),
              slanted_ ? kMostHeading : fitting(cell_width_ - 4, kFont * kDigit),
              Script::unicode);
      const std::string fill =
          fmt::format("fill=\"{}\"", label_ink(1, rectangle_.across[column]));
      if (slanted_)
        drawing_.text(middle, top_ - 6, label,
                      fmt::format("{} transform=\"rotate(-45 {} {})\"", fill,
                                  px(middle), px(top_ - 6)));
      else
        drawing_.text(middle, top_ - 8, label, fill + " text-anchor=\"middle\"");
    }
    if (columns_.left_out > 0)
      drawing_.text(x(columns_.gap) - cell_width_ / 2, top_ + 17, "…",
                    "text-anchor=\"middle\"");
    drawing_.add("</g>\n");
  }

  void draw_row_labels() {
    drawing_.add("<g class=\"rows\" text-anchor=\"end\">\n");
    for (std::size_t i = 0; i < rows_.rows.size(); ++i) {
      const std::size_t row = rows_.rows[i];
      drawing_.text(
          left_ - 12, y(i) + kHeatRow / 2 + 4.5,
          cut(row_label(row), fitting(kMostRowLabel, kFont * kDigit), Script::unicode),
          fmt::format("fill=\"{}\"", label_ink(0, rectangle_.down[row])));
    }
    if (rows_.left_out > 0)
      drawing_.text(left_ - 12, y(rows_.gap) - kHeatRow / 2 + 4.5,
                    fmt::format("and {} more",
                                thousands(static_cast<std::int64_t>(rows_.left_out))),
                    fmt::format("fill=\"{}\"", kQuiet));
    drawing_.add("</g>\n");
  }

  void draw_cell(std::size_t row, std::size_t column) {
    const Release& release = drawing_.release();
    const std::uint64_t cell = rectangle_.cell(rows_.rows[row], columns_.rows[column]);
    const Estimate* number = number_of(release, cell);
    const bool known = number && number->known;
    const Colour colour =
        known ? colour_of(share(drawing_.real(number->value))) : Colour{238, 238, 238};
    const std::string less =
        release.answer.fewer_than ? "<" + thousands(*release.answer.fewer_than) : "";
    const std::string words =
        cell_label(release, cell) + ": " + (number ? drawing_.spelled(*number) : less);
    drawing_.add(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\">"
        "<title>{}</title></rect>\n",
        px(x(column) + 0.5), px(y(row) + 0.5), px(cell_width_ - 1), px(kHeatRow - 1),
        text_of(colour), xml_text(words));
    const std::string shown = number ? drawing_.numbers().value(*number) : less;
    if (places(shown) <= fitting(cell_width_ - 4, kNumberFont * kDigit))
      drawing_.text(x(column) + cell_width_ / 2, y(row) + kHeatRow / 2 + 4.5, shown,
                    fmt::format("fill=\"{}\" pointer-events=\"none\"",
                                known ? ink_on(colour) : kQuiet));
  }

  void draw_legend() {
    const double top = bottom_ + 20, step = kLegendWidth / kLegendSteps;
    // Below 0 both ends are as far from it.
    const double end = low_ < 0 ? std::max(-low_, high_) : high_;
    const double start = low_ < 0 ? -end : low_;
    drawing_.add("<g class=\"legend\" shape-rendering=\"crispEdges\">\n");
    for (int i = 0; i < kLegendSteps; ++i) {
      const double value = start + (end - start) * (i + 0.5) / kLegendSteps;
      drawing_.add("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
                   px(left_ + step * i), px(top), px(step), px(kLegendHeight),
                   text_of(colour_of(share(value))));
    }
    const NumberAxis axis = number_axis(
        start, end, {.most_steps = 200, .finest = drawing_.real(1), .zero = false});
    for (const double tick : {start, end})
      drawing_.text(tick == start ? left_ : left_ + kLegendWidth, top + 30,
                    tick_label(axis, tick),
                    fmt::format("text-anchor=\"{}\" fill=\"{}\"",
                                tick == start ? "start" : "end", kQuiet));
    drawing_.text(left_ + kLegendWidth + 16, top + 11, drawing_.axis_name(axis),
                  fmt::format("fill=\"{}\"", kQuiet));
    if (columns_.left_out > 0)
      drawing_.text(
          kWidth - kMargin, top + 30,
          fmt::format("… {} more columns",
                      thousands(static_cast<std::int64_t>(columns_.left_out))),
          fmt::format("text-anchor=\"end\" fill=\"{}\"", kQuiet));
    drawing_.add("</g>\n");
  }

  Drawing drawing_;
  Rectangle rectangle_;
  ShownRows rows_, columns_;
  bool slanted_ = false;
  double low_ = 0, high_ = 0;
  double left_ = 0, top_ = 0, bottom_ = 0, cell_width_ = 0;
};

}  // namespace

std::string heat_svg(const Release& release, const Speech& speech) {
  assert(release.answer.domain.columns().size() == 2);
  return HeatPicture(release, speech).text();
}

}  // namespace selvage
