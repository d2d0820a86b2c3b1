#include "selvage/report/pivot_text.hpp"

#include <algorithm>
#include <cassert>
#include <optional>

#include <fmt/format.h>

#include "selvage/report/label_columns.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMostHeadings[] = {14, 10,
                                         7};  // in places; shorter where all fit

struct Column {
  Label heading;
  std::vector<const Estimate*> numbers;  // a row each; null is not told
  std::size_t number_width = 0;          // of the widest number
  std::size_t width = 0;                 // of the column
};

// What stands in a rectangle: the numbers of the rows, and sums of all cells.
struct Shown {
  const Series& series;
  std::optional<Estimate> total;
  std::vector<std::vector<Estimate>> margins;  // [column][place]
};

// Exact sums of a series that has no intervals: of what is shown, so that it adds up.
Shown exact_sums(const Release& shown, std::size_t which) {
  const Domain& domain = shown.answer.domain;
  const Series& all = shown.answer.numbers[which];
  Shown result{all, std::nullopt, {}};
  if (!all.total) return result;
  result.total = without_interval(*all.total);
  for (const DomainColumn& column : domain.columns())
    result.margins.emplace_back(column.places(), without_interval(0));
  for (std::size_t i = 0; i < all.rows.size(); ++i) {
    const auto places = domain.places(shown.answer.cells[i]);
    for (std::size_t c = 0; c < places.size(); ++c) {
      Estimate& sum = result.margins[c][places[c]];
      sum = without_interval(sum.value + all.rows[i].value);
    }
  }
  return result;
}

class PivotTable {
 public:
  PivotTable(const Release& release, const TextStyle& style)
      : page_(release, style),
        rectangle_(rectangle(release)),
        columns_(release.answer.domain.columns().size()),
        numbers_(
            Shown{first_series(release), release.answer.total, release.answer.margins}),
        shown_(shown_rows(rectangle_.down.size(), style.most_rows)),
        format_(page_.numbers()) {}

  std::string text() {
    if (page_.release().answer.cells.empty()) {
      page_.remark("no cells to show");
      return page_.ended("each interval");
    }
    put_rectangle();
    const std::vector<std::string> notes = more_notes();
    const auto& all = page_.release().answer.numbers;
    for (std::size_t s = 1; s < all.size(); ++s) {
      if (all[s].with_intervals) continue;
      page_.blank_line();
      page_.remark(page_.safe(all[s].name));
      numbers_.emplace(exact_sums(page_.release(), s));
      put_rectangle();
    }
    return page_.ended(
        page_.release().error ? "the interval around each number" : "each interval",
        notes);
  }

 private:
  void put_rectangle() {
    const LabelColumns labels(names_of(page_, columns_ - 1), row_labels(),
                              (page_.width() - kGap) / 2, page_.script());
    choose_columns();
    const std::size_t room = page_.width() - labels.width();
    choose_widths(room);
    std::size_t next = 0;
    for (std::size_t block = 0; block < most_blocks() && next < across_.size();
         ++block) {
      if (block > 0) page_.blank_line();
      next = put_block(labels, next, room);
    }
    put_rest(labels, next);
  }

  // Totals of one line each are there for two columns only.
  bool has_margins() const {
    return columns_ == 2 && numbers_->margins.size() == 2 && numbers_->total;
  }
  std::size_t rows() const { return shown_.rows.size() + (has_margins() ? 1 : 0); }
  std::size_t most_blocks() const {
    return std::max<std::size_t>(1, page_.style().most_rows / rows());
  }

  LabelColumns::Rows row_labels() const {
    LabelColumns::Rows labels;
    for (const std::size_t row : shown_.rows)
      labels.push_back(labels_of(page_, rectangle_.cell(row, 0), columns_ - 1));
    // Also for the line of the total where there are no margins.
    if (numbers_->total) labels.push_back(total_labels(columns_ - 1));
    return labels;
  }

  // Those that could be shown: a column takes three places or more.
  void choose_columns() {
    across_.clear();
    const std::size_t most = most_blocks() * page_.width() / (1 + kGap);
    for (std::size_t i = 0; i < std::min(rectangle_.across.size(), most); ++i) {
      Column column;
      column.heading = labels_of(page_, rectangle_.cell(0, i), columns_).back();
      for (const std::size_t row : shown_.rows)
        column.numbers.push_back(shown_number(rectangle_.cell(row, i)));
      if (has_margins())
        column.numbers.push_back(&numbers_->margins[1][rectangle_.across[i]]);
      across_.push_back(std::move(column));
    }
    if (!has_margins() || across_.size() < rectangle_.across.size()) return;
    Column total{{"total", kBold}, {}};
    for (const std::size_t row : shown_.rows)
      total.numbers.push_back(&numbers_->margins[0][rectangle_.down[row]]);
    total.numbers.push_back(&*numbers_->total);
    across_.push_back(std::move(total));
  }

  // The number of this cell in the series that is shown; null where it is not told.
  const Estimate* shown_number(std::uint64_t cell) const {
    const Estimate* first = number_of(page_.release(), cell);
    if (first == nullptr) return nullptr;
    return &numbers_->series.rows[static_cast<std::size_t>(
        first - first_series(page_.release()).rows.data())];
  }

  // The interval stands at each number unless it is the same for all.
  std::string written(const Estimate* number, const NumberFormat& format) const {
    const Release& release = page_.release();
    if (number) return release.error ? format.value(*number) : format.both(*number);
    return release.answer.fewer_than ? "<" + thousands(*release.answer.fewer_than) : "";
  }

  void choose_widths(std::size_t room) {
    format_ = fitted(format_, room - kGap, [&](const NumberFormat& format) {
      std::size_t widest = 0;
      for (auto& column : across_) {
        column.number_width = 0;
        for (const auto* number : column.numbers)
          column.number_width =
              std::max(column.number_width, places(written(number, format)));
        widest = std::max(widest, column.number_width);
      }
      return widest;
    });
    for (const std::size_t most : kMostHeadings)
      if (set_widths(std::min(most, room - kGap)) <= room) return;
    set_widths(std::min(kMostHeadings[0], room - kGap));
  }

  // Returns what all columns take.
  std::size_t set_widths(std::size_t most_heading) {
    std::size_t all = 0;
    for (auto& column : across_) {
      column.width = std::max(column.number_width,
                              std::min(places(column.heading.text), most_heading));
      all += kGap + column.width;
    }
    return all;
  }

  // Returns the first column that is not in it.
  std::size_t put_block(const LabelColumns& labels, std::size_t first,
                        std::size_t room) {
    std::size_t last = first;
    for (std::size_t used = 0; last < across_.size(); ++last) {
      used += kGap + across_[last].width;
      if (used > room && last > first) break;
    }
    Line over = page_.line();
    over.blanks(labels.width() + kGap);
    over.add(cut(page_.safe(page_.release().answer.domain.columns().back().name),
                 room - kGap, page_.script()),
             kBold);
    page_.put(over);
    Line names = page_.line();
    labels.draw_names(names);
    for (std::size_t i = first; i < last; ++i) {
      const auto& [text, ink] = across_[i].heading;
      const std::size_t width = across_[i].width;
      names.blanks(kGap);
      names.right(cut(text, width, page_.script()), width, ink);
    }
    page_.put(names);
    for (std::size_t row = 0; row < rows(); ++row) {
      const bool after_gap = row == shown_.gap && shown_.left_out > 0;
      if (after_gap) page_.remark_left_out(shown_.left_out, "row", true);
      Line line = page_.line();
      labels.draw(row, after_gap || row == shown_.rows.size(), line);
      for (std::size_t i = first; i < last; ++i) {
        const Estimate* number = across_[i].numbers[row];
        line.blanks(kGap);
        line.right(written(number, format_), across_[i].width, number ? "" : kFaint);
      }
      page_.put(line);
    }
    return last;
  }

  void put_rest(const LabelColumns& labels, std::size_t shown) {
    const std::size_t all = rectangle_.across.size();
    if (shown < all) page_.remark_left_out(all - shown, "column", true);
    if (!numbers_->total || has_margins()) return;
    Line line = page_.line();
    labels.draw(shown_.rows.size(), true, line);
    line.blanks(kGap);
    line.add(format_.both(*numbers_->total));
    page_.put(line);
  }

  std::string widest_spread(const std::vector<Estimate>& numbers) const {
    const auto width = [](const Estimate& number) {
      return Int128{number.upper} - number.lower;
    };
    return format_.spread(*std::max_element(
        numbers.begin(), numbers.end(),
        [&](const auto& a, const auto& b) { return width(a) < width(b); }));
  }

  std::vector<std::string> more_notes() const {
    const Release& release = page_.release();
    std::vector<std::string> result = rounding_note(format_);
    if (has_margins())
      result.push_back(
          fmt::format("totals carry more noise: {} on a row, {} on a column, {} in all",
                      widest_spread(release.answer.margins[0]),
                      widest_spread(release.answer.margins[1]),
                      format_.both(*release.answer.total)));
    else if (release.answer.total)
      result.push_back("the total carries more noise than a cell");
    if (!rectangle_.is_whole(release.answer.domain)) result.push_back(kLinesLeftOut);
    return result;
  }

  Page page_;
  Rectangle rectangle_;
  std::size_t columns_;
  std::optional<Shown> numbers_;
  ShownRows shown_;
  NumberFormat format_;
  std::vector<Column> across_;
};

}  // namespace

std::string pivot_text(const Release& release, const TextStyle& style) {
  assert(release.answer.domain.columns().size() >= 2);
  return PivotTable(release, style).text();
}

}  // namespace selvage
