#include "selvage/report/columns_text.hpp"

#include <algorithm>
#include <numeric>

#include "selvage/report/page.hpp"

namespace selvage {
namespace {

constexpr std::size_t kLeastColumn = 2;  // what wrap() needs

std::size_t longest_word(const std::string& text) {
  std::size_t longest = kLeastColumn;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    longest = std::max(longest, places(std::string_view(text).substr(at, end - at)));
    at = end + 1;
  }
  return longest;
}

std::string row_text(const std::vector<TextColumn>& columns,
                     const std::vector<std::size_t>& widths,
                     const std::vector<std::string>& texts, bool at_bottom) {
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 1;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    cells.push_back(wrap(texts[i], widths[i]));
    height = std::max(height, cells[i].size());
  }
  std::string result;
  for (std::size_t y = 0; y < height; ++y) {
    Line line(false);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::size_t above = at_bottom ? height - cells[i].size() : 0;
      const bool there = y >= above && y - above < cells[i].size();
      const std::string text = there ? cells[i][y - above] : "";
      line.blanks(i == 0 ? 0 : kGap);
      columns[i].right ? line.right(text, widths[i]) : line.left(text, widths[i]);
    }
    result += line.text() + '\n';
  }
  return result;
}

}  // namespace

std::string columns_text(const std::vector<TextColumn>& columns,
                         const std::vector<std::vector<std::string>>& rows,
                         std::size_t width) {
  std::vector<std::size_t> widths;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    names.push_back(columns[i].name);
    widths.push_back(longest_word(columns[i].name));
    for (const auto& row : rows) widths[i] = std::max(widths[i], places(row[i]));
  }
  const std::size_t room = width - kGap * (columns.size() - 1);
  while (std::accumulate(widths.begin(), widths.end(), std::size_t{0}) > room) {
    const auto widest = std::max_element(widths.begin(), widths.end());
    if (*widest == kLeastColumn) break;
    --*widest;
  }
  std::string result = row_text(columns, widths, names, true);
  for (const auto& row : rows) result += row_text(columns, widths, row, false);
  return result;
}

}  // namespace selvage
