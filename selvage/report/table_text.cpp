#include "selvage/report/table_text.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "selvage/report/band_text.hpp"
#include "selvage/report/boxes_text.hpp"
#include "selvage/report/label_columns.hpp"
#include "selvage/report/line_text.hpp"
#include "selvage/report/text_bars.hpp"

namespace selvage {
namespace {

constexpr std::size_t kLeastLabels = 12;  // the width that numbers leave to labels

class PrintedTable {
 public:
  PrintedTable(const Release& release, const TextStyle& style)
      : page_(release, style),
        columns_(release.answer.domain.columns().size()),
        several_(release.answer.numbers.size() > 1),
        shown_(shown_rows(release.answer.cells.size(), style.most_rows)) {}

  // Numbers that have no room beside the others stand in a table below, with the same
  // labels.
  std::string text() {
    choose_rows();
    const Release& release = page_.release();
    std::optional<TextBars> bars;
    do {
      if (first_ > 0) page_.blank_line();
      choose_numbers();
      put_table(bars);
      first_ += columns_ == 0 ? values_.size() : numbers_.size();
    } while (first_ < values_.size());
    if (release.answer.cells.empty()) page_.remark("no cells to show");
    put_boxes(shown_, page_);
    put_dividing_line(page_);
    put_line_band(page_);
    return page_.ended(holder(bars), notes_);
  }

 private:
  void put_table(std::optional<TextBars>& bars) {
    const std::size_t room =
        page_.width() - std::min(numbers_width() + kGap, page_.width() - kLeastLabels);
    const bool with_bars = columns_ == 1 && !several_;
    // Bars have half of what is left.
    const std::size_t label_room = with_bars ? (room - kGap) / 2 : room;
    const LabelColumns labels(
        has_names() ? names_of(page_, columns_) : std::vector<std::string>{""}, rows_,
        label_room, page_.script());
    if (with_bars) bars.emplace(page_, room - kGap - labels.width());

    if (has_names()) put_names(labels);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const bool after_gap = i == shown_.gap && shown_.left_out > 0;
      if (after_gap) page_.remark_left_out(shown_.left_out, "cell", false);
      const bool is_total = i >= shown_.rows.size();
      Line line = page_.line();
      labels.draw(i, after_gap || is_total, line);
      draw_numbers(i, line);
      line.blanks(kGap);
      if (bars && !is_total) bars->draw(values_[0][i], rows_[i][0].ink == kFaint, line);
      page_.put(line);
    }
  }

  bool has_names() const { return columns_ >= 2 || (columns_ == 1 && several_); }

  // Without columns there is one row: its numbers stand below each other.
  void choose_rows() {
    const Answer& answer = page_.release().answer;
    for (const Series& series : answer.numbers) {
      auto& values = values_.emplace_back();
      for (const std::size_t i : shown_.rows) values.push_back(series.rows[i]);
      if (columns_ == 0 && !values.empty())
        rows_.push_back({{page_.safe(series.name)}});
    }
    if (columns_ == 0) return;
    for (const std::size_t i : shown_.rows)
      rows_.push_back(labels_of(page_, answer.cells[i], columns_));
    if (!answer.total) return;
    rows_.push_back(total_labels(columns_));
    values_[0].push_back(*answer.total);
    for (std::size_t s = 1; s < values_.size(); ++s)
      if (const auto& total = answer.numbers[s].total)
        values_[s].push_back(without_interval(*total));
  }

  // What labels need, or as much as they get at least.
  std::size_t least_labels() const {
    std::size_t widest = 0;
    if (columns_ != 1) return kLeastLabels;
    for (const auto& name : names_of(page_, columns_))
      widest = std::max(widest, places(name));
    for (const auto& row : rows_) widest = std::max(widest, places(row[0].text));
    return std::min(widest, kLeastLabels);
  }

  // As many of the series that are left as have room beside each other with all digits
  // before the point, the first always. There are no bars beside several, which leave
  // their room to the numbers.
  void choose_numbers() {
    const auto& all = page_.release().answer.numbers;
    const std::size_t room = several_ && columns_ > 0
                                 ? page_.width() - least_labels() - kGap
                                 : page_.width() * 3 / 5;
    for (std::size_t count = all.size() - first_; count > 0; --count) {
      numbers_.clear();
      std::size_t left = room;
      for (std::size_t s = 0; s < count; ++s) {
        const std::size_t gaps = kGap * (count - s - 1);
        const Series& series = all[first_ + s];
        numbers_.emplace_back(
            NumberFormat(page_.release(), first_ + s, page_.script()),
            values_[first_ + s],
            columns_ == 0 ? room : (left - std::min(left, gaps)) / (count - s),
            has_names() ? page_.safe(series.name) : "");
        left -= std::min(left, numbers_.back().width() + kGap);
      }
      const bool plain = std::none_of(
          numbers_.begin(), numbers_.end(),
          [](const NumberColumn& one) { return one.format().is_shortened(); });
      if (columns_ == 0 || (plain && numbers_width() <= room)) break;
    }
    for (const NumberColumn& numbers : numbers_)
      if (notes_.empty()) notes_ = rounding_note(numbers.format());
  }

  std::size_t numbers_width() const {
    std::size_t widest = 0, sum = 0;
    for (const NumberColumn& numbers : numbers_) {
      widest = std::max(widest, numbers.width());
      sum += numbers.width() + (sum == 0 ? 0 : kGap);
    }
    return columns_ == 0 ? widest : sum;
  }

  void draw_numbers(std::size_t row, Line& line) const {
    if (columns_ == 0) {
      line.blanks(1);
      return numbers_[row].draw(values_[row][0], line);
    }
    // Of a total only the first, and those that are exact.
    for (std::size_t s = 0; s < numbers_.size(); ++s) {
      const auto& values = values_[first_ + s];
      if (row >= values.size()) break;
      line.blanks(kGap);
      numbers_[s].draw(values[row], line);
    }
  }

  void put_names(const LabelColumns& labels) {
    Line line = page_.line();
    labels.draw_names(line);
    for (const NumberColumn& numbers : numbers_) {
      line.blanks(kGap);
      numbers.draw_name(line);
    }
    page_.put(line);
  }

  std::string holder(const std::optional<TextBars>& bars) const {
    if (!bars) return columns_ == 0 && !several_ ? "the interval" : "each interval";
    const auto& rows = first_series(page_.release()).rows;
    const bool drawn = std::any_of(rows.begin(), rows.end(), [&](const auto& number) {
      return bars->has_whisker(number);
    });
    return drawn ? "each bar's whisker" : "each bar's whisker (too short to draw here)";
  }

  Page page_;
  std::size_t columns_;
  bool several_;  // numbers a row
  ShownRows shown_;
  LabelColumns::Rows rows_;
  std::vector<std::vector<Estimate>> values_;  // [series][row]
  std::size_t first_ = 0;                      // of the series of a table
  std::vector<NumberColumn> numbers_;          // of each of these
  std::vector<std::string> notes_;             // on rounding
};

}  // namespace

std::string table_text(const Release& release, const TextStyle& style) {
  return PrintedTable(release, style).text();
}

}  // namespace selvage
