#include "selvage/experiment/written_table.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/report/text.hpp"

namespace selvage {
namespace {

std::string escaped(const std::string& cell) {
  std::string text;
  for (const char c : cell) {
    if (c == '|') text += '\\';
    text += c;
  }
  return text;
}

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string text = "\"";
  for (const char c : cell) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

}  // namespace

std::string markdown(const WrittenTable& table) {
  std::vector<std::vector<std::string>> lines = {table.columns};
  lines.insert(lines.end(), table.rows.begin(), table.rows.end());
  std::vector<std::size_t> widths(table.columns.size(), 3);
  for (auto& line : lines) {
    assert(line.size() == widths.size());
    for (std::size_t i = 0; i < line.size(); ++i) {
      line[i] = escaped(line[i]);
      widths[i] = std::max(widths[i], places(line[i]));
    }
  }
  std::string text;
  for (std::size_t row = 0; row < lines.size(); ++row) {
    for (std::size_t i = 0; i < widths.size(); ++i)
      text += "| " + lines[row][i] +
              std::string(widths[i] - places(lines[row][i]) + 1, ' ');
    text += "|\n";
    if (row > 0) continue;
    for (const std::size_t width : widths) text += "|" + std::string(width + 2, '-');
    text += "|\n";
  }
  return text;
}

std::string csv(const WrittenTable& table) {
  std::vector<std::vector<std::string>> lines = {table.columns};
  lines.insert(lines.end(), table.rows.begin(), table.rows.end());
  std::string text;
  for (const auto& line : lines) {
    assert(line.size() == table.columns.size());
    for (std::size_t i = 0; i < line.size(); ++i)
      text += (i > 0 ? "," : "") + quoted(line[i]);
    text += '\n';
  }
  return text;
}

}  // namespace selvage
