#include "selvage/report/line_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace selvage {
namespace {

constexpr std::size_t kLineRows = 14, kMostLineColumns = 60;

// What stands at a place: a point that the margin touches, the line where it passes
// between this place and the next, and else the side.
class LineGrid {
 public:
  LineGrid(const DividingLine& line, std::size_t columns)
      : line_(line), columns_(columns), rows_(kLineRows, std::string(columns, ' ')) {
    const double half_x = step_x() / 2, half_y = step_y() / 2;
    const double reach =
        std::abs(line.a.to_double()) * half_x + std::abs(line.b.to_double()) * half_y;
    for (std::size_t row = 0; row < kLineRows; ++row)
      for (std::size_t column = 0; column < columns_; ++column) {
        const double score = line.a.to_double() * x(column) +
                             line.b.to_double() * y(row) + line.c.to_double();
        const double margin = line.half.to_double();
        rows_[row][column] = std::abs(score) <= reach ? '*'
                             : score <= -margin       ? '.'
                             : score >= margin        ? ':'
                                                      : ' ';
      }
    for (const auto& point : line.touched)
      rows_[place(point.y, line.y, kLineRows, true)]
           [place(point.x, line.x, columns_, false)] = point.second ? 'B' : 'A';
  }

  const std::vector<std::string>& rows() const { return rows_; }

 private:
  static double width(const DividingLine::Axis& axis) {
    return (axis.to - axis.from).to_double();
  }
  double step_x() const { return width(line_.x) / static_cast<double>(columns_); }
  double step_y() const { return width(line_.y) / static_cast<double>(kLineRows); }
  double x(std::size_t column) const {
    return line_.x.from.to_double() + (static_cast<double>(column) + 0.5) * step_x();
  }
  double y(std::size_t row) const {
    return line_.y.to.to_double() - (static_cast<double>(row) + 0.5) * step_y();
  }
  static std::size_t place(const Rational& at, const DividingLine::Axis& axis,
                           std::size_t places, bool down) {
    const double share = (at - axis.from).to_double() / width(axis);
    const double where = (down ? 1 - share : share) * static_cast<double>(places);
    return std::min(places - 1, static_cast<std::size_t>(std::max(0.0, where)));
  }

  const DividingLine& line_;
  std::size_t columns_;
  std::vector<std::string> rows_;
};

}  // namespace

void put_dividing_line(Page& page) {
  const auto& line = page.release().answer.line;
  if (!line) return;
  const std::size_t columns = std::min(page.width() - 2, kMostLineColumns);
  page.blank_line();
  const auto put = [&](const std::string& text) {
    Line one = page.line();
    one.add(cut(text, page.width(), page.script()));
    page.put(one);
  };
  put(page.safe(fmt::format("{} from {} to {} upwards", line->y.name,
                            line->y.from.short_text(), line->y.to.short_text())));
  const LineGrid grid(*line, columns);
  for (const std::string& row : grid.rows()) put("|" + row + "|");
  put(page.safe(fmt::format("{} from {} to {} to the right", line->x.name,
                            line->x.from.short_text(), line->x.to.short_text())));
  page.remark(page.safe(
      fmt::format("* the line, . the side of {}, : that of {}, blank the margin; A and "
                  "B are the points of either that it touches",
                  line->first, line->second)));
}

}  // namespace selvage
