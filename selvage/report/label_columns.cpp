#include "selvage/report/label_columns.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace selvage {
namespace {

constexpr std::size_t kLeastLabel = 4;

template <class Part, class Text>
std::string joined(const std::vector<Part>& parts, const Text& text) {
  std::string result;
  for (const auto& part : parts)
    if (!text(part).empty()) result += (result.empty() ? "" : " / ") + text(part);
  return result;
}

}  // namespace

std::vector<Label> labels_of(const Page& page, std::uint64_t cell,
                             std::size_t columns) {
  const Domain& domain = page.release().answer.domain;
  const auto where = domain.places(cell);
  std::vector<Label> labels;
  for (std::size_t i = 0; i < columns; ++i)
    labels.push_back({page.safe(cell_label(page.release(), cell, i)),
                      is_outside(domain.columns()[i], where[i]) ? kFaint : ""});
  return labels;
}

std::vector<std::string> names_of(const Page& page, std::size_t columns) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < columns; ++i)
    names.push_back(page.safe(page.release().answer.domain.columns()[i].name));
  return names;
}

std::vector<Label> total_labels(std::size_t columns) {
  std::vector<Label> labels(columns);
  labels[0] = {"total", kBold};
  return labels;
}

LabelColumns::LabelColumns(std::vector<std::string> names, Rows rows, std::size_t room,
                           Script script)
    : names_(std::move(names)), rows_(std::move(rows)), script_(script) {
  assert(!names_.empty());
  if (names_.size() * (kLeastLabel + kGap) > room + kGap) join();
  choose_widths(room);
}

void LabelColumns::join() {
  names_ = {joined(names_, [](const std::string& name) { return name; })};
  for (auto& row : rows_)
    row = {{joined(row, [](const Label& label) { return label.text; }), row[0].ink}};
}

// The widest columns give way first.
void LabelColumns::choose_widths(std::size_t room) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    std::size_t width = places(names_[i]);
    for (const auto& row : rows_) width = std::max(width, places(row[i].text));
    widths_.push_back(std::min(width, room));
  }
  while (width() > room) --*std::max_element(widths_.begin(), widths_.end());
}

std::size_t LabelColumns::width() const {
  return std::accumulate(widths_.begin(), widths_.end(), kGap * (widths_.size() - 1));
}

void LabelColumns::draw_names(Line& line) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    line.blanks(i == 0 ? 0 : kGap);
    line.left(cut(names_[i], widths_[i], script_), widths_[i], kBold);
  }
}

void LabelColumns::draw(std::size_t row, bool whole, Line& line) const {
  bool repeats = !whole && row > 0;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const Label& label = rows_[row][i];
    repeats = repeats && i + 1 < names_.size() && rows_[row - 1][i].text == label.text;
    line.blanks(i == 0 ? 0 : kGap);
    line.left(repeats ? "" : cut(label.text, widths_[i], script_), widths_[i],
              label.ink);
  }
}

}  // namespace selvage
