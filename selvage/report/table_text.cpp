#include "selvage/report/table_text.hpp"

#include <algorithm>
#include <optional>

#include "selvage/report/label_columns.hpp"
#include "selvage/report/text_bars.hpp"

namespace selvage {
namespace {

class Table {
 public:
  Table(const Release& release, const TextStyle& style)
      : page_(release, style),
        columns_(release.question.domain.columns().size()),
        shown_(shown_rows(release.cells.size(), style.most_rows)) {}

  std::string text() {
    choose_rows();
    const Release& release = page_.release();
    const NumberColumn numbers(page_, values_, page_.width() * 3 / 5,
                               columns_ >= 2 ? number_name(release) : "");
    const std::size_t room = page_.width() - numbers.width() - kGap;
    // Bars have half of what is left.
    const std::size_t label_room = columns_ == 1 ? (room - kGap) / 2 : room;
    const LabelColumns labels(
        columns_ >= 2 ? names_of(page_, columns_) : std::vector<std::string>{""}, rows_,
        label_room, page_.script());
    std::optional<TextBars> bars;
    if (columns_ == 1) bars.emplace(page_, room - kGap - labels.width());

    if (columns_ >= 2) put_names(labels, numbers);
    if (release.cells.empty()) page_.remark("no cells to show");
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const bool after_gap = i == shown_.gap && shown_.left_out > 0;
      if (after_gap) page_.remark_left_out(shown_.left_out, "cell", false);
      const bool is_total = i >= shown_.rows.size();
      Line line = page_.line();
      labels.draw(i, after_gap || is_total, line);
      line.blanks(columns_ == 0 ? 1 : kGap);
      numbers.draw(values_[i], line);
      line.blanks(kGap);
      if (bars && !is_total) bars->draw(values_[i], rows_[i][0].ink == kFaint, line);
      page_.put(line);
    }
    return page_.ended(holder(bars), rounding_note(numbers.format()));
  }

 private:
  void choose_rows() {
    const Release& release = page_.release();
    for (const std::size_t i : shown_.rows) {
      const auto& [cell, number] = release.cells[i];
      rows_.push_back(columns_ == 0 ? std::vector<Label>{{number_name(release)}}
                                    : labels_of(page_, cell, columns_));
      values_.push_back(number);
    }
    if (!release.total || columns_ == 0) return;
    rows_.push_back(total_labels(columns_));
    values_.push_back(*release.total);
  }

  void put_names(const LabelColumns& labels, const NumberColumn& numbers) {
    Line line = page_.line();
    labels.draw_names(line);
    line.blanks(kGap);
    numbers.draw_name(line);
    page_.put(line);
  }

  std::string holder(const std::optional<TextBars>& bars) const {
    if (!bars) return columns_ == 0 ? "the interval" : "each interval";
    const auto& cells = page_.release().cells;
    const bool drawn = std::any_of(cells.begin(), cells.end(), [&](const auto& cell) {
      return bars->has_whisker(cell.number);
    });
    return drawn ? "each bar's whisker" : "each bar's whisker (too short to draw here)";
  }

  Page page_;
  std::size_t columns_;
  ShownRows shown_;
  LabelColumns::Rows rows_;
  std::vector<ReleasedNumber> values_;
};

}  // namespace

std::string table_text(const Release& release, const TextStyle& style) {
  return Table(release, style).text();
}

}  // namespace selvage
