#include "selvage/release/answer_text.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "selvage/release/cell_labels.hpp"

namespace selvage {
namespace {

// Names may hold any bytes; JSON text must be UTF-8.
void append_json_string(const std::string& words, std::string& text) {
  const bool plain = std::all_of(words.begin(), words.end(), [](char c) {
    return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
  });
  if (plain)
    text.append(1, '"').append(words).append(1, '"');
  else
    text += nlohmann::json(words).dump(-1, ' ', false,
                                       nlohmann::json::error_handler_t::replace);
}

// All that is the same in every row is made once, before the first: breaks of lines,
// names, brackets.
class AnswerText {
 public:
  AnswerText(const Answer& answer, NumberForm form, JsonLayout layout, TextBlocks& text)
      : answer_(answer),
        form_(form),
        canonical_(layout == JsonLayout::canonical),
        depth_(answer.domain.columns().empty() ? 1 : 2),
        labels_(answer.domain, append_json_string),
        rows_('[', ']', line(2), line(1)),
        numbers_('[', ']', line(depth_ + 2), line(depth_ + 1)),
        row_end_(line(depth_) + '}'),
        cell_end_(line(depth_ + 1) + '}'),
        text_(text) {
    const auto& columns = answer.domain.columns();
    for (std::size_t c = 0; c < columns.size(); ++c)
      add(columns_, {columns[c].name, Part::label, c});
    if (!columns_.empty()) add(fields_, {"cell", Part::cell, 0});
    for (std::size_t s = 0; s < answer.numbers.size(); ++s) {
      const Series& series = answer.numbers[s];
      whole_.push_back(series.is_whole());
      const std::string first = series.name == "count" ? "count" : "value";
      const std::string before = s == 0 ? "" : series.name + "_";
      add(fields_, {s == 0 ? first : series.name, Part::number, s});
      if (series.with_intervals) add(fields_, {before + "interval", Part::interval, s});
      if (form == NumberForm::json && series.in_units())
        add(fields_, {before + "units", Part::units, s});
    }
    for (Field& field : fields_) field.start = name_of(field, depth_ + 1);
    for (Field& column : columns_) column.start = name_of(column, depth_ + 2);
  }

  void write() {
    if (!answer_.domain.columns().empty())
      write_list(rows_, answer_.cells.size(), [&](std::size_t i) { write_row(i); });
    else if (!answer_.cells.empty())
      write_row(0);
    else
      text_.add("null");
  }

 private:
  enum class Part { label, cell, number, interval, units };
  struct Field {
    std::string name;
    Part part;
    std::size_t number;  // of the column or the series
    std::string start = {};
  };
  // What stands before the first of a list, between two and behind the last.
  struct Brackets {
    Brackets(char begin, char end, const std::string& inside,
             const std::string& outside)
        : open(begin + inside), between(',' + inside), close(outside + end) {}
    std::string open, between, close;
  };

  // Canonical: by name. The last of equal names counts, in the place of the first.
  void add(std::vector<Field>& fields, Field field) const {
    const auto same =
        std::find_if(fields.begin(), fields.end(),
                     [&](const Field& other) { return other.name == field.name; });
    if (same != fields.end()) {
      *same = std::move(field);
      return;
    }
    const auto place =
        canonical_
            ? std::find_if(fields.begin(), fields.end(),
                           [&](const Field& other) { return other.name > field.name; })
            : fields.end();
    fields.insert(place, std::move(field));
  }

  std::string line(std::size_t depth) const {
    return canonical_ ? std::string() : '\n' + std::string(2 * depth, ' ');
  }
  std::string name_of(const Field& field, std::size_t depth) const {
    std::string start = line(depth);
    append_json_string(field.name, start);
    return start + (canonical_ ? ":" : ": ");
  }
  template <class WriteOne>
  void write_list(const Brackets& brackets, std::size_t count,
                  const WriteOne& write_one) {
    if (count == 0) return text_.add("[]");
    text_.add(brackets.open);
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) text_.add(brackets.between);
      write_one(i);
    }
    text_.add(brackets.close);
  }
  // Units are left out where nothing is known.
  bool is_written(const Field& field, std::size_t row) const {
    return field.part != Part::units || answer_.numbers[field.number].rows[row].known;
  }

  void write_row(std::size_t row) {
    text_.add('{');
    bool first = true;
    for (const Field& field : fields_) {
      if (!is_written(field, row)) continue;
      if (!first) text_.add(',');
      first = false;
      text_.add(field.start);
      if (field.part == Part::cell)
        write_cell(answer_.cells[row]);
      else
        write_field(field, answer_.numbers[field.number].rows[row]);
    }
    text_.add(row_end_);
  }
  void write_cell(std::uint64_t cell) {
    text_.add('{');
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (c > 0) text_.add(',');
      text_.add(columns_[c].start);
      text_.add(labels_.label(cell, columns_[c].number));
    }
    text_.add(cell_end_);
  }
  void write_field(const Field& field, const Estimate& number) {
    const std::size_t series = field.number;
    if (!number.known || (field.part == Part::interval && !number.has_interval)) {
      text_.add("null");
    } else if (field.part == Part::number) {
      write_number(number.value, series);
    } else if (field.part == Part::interval) {
      write_list(numbers_, 2, [&](std::size_t i) {
        write_number(i == 0 ? number.lower : number.upper, series);
      });
    } else {
      const std::int64_t all[] = {number.value, number.lower, number.upper};
      write_list(numbers_, number.has_interval ? 3 : 1,
                 [&](std::size_t i) { text_.add(all[i]); });
    }
  }
  void write_number(std::int64_t multiple, std::size_t series) {
    if (whole_[series]) return text_.add(multiple);
    const Series& of = answer_.numbers[series];
    if (form_ == NumberForm::exact || of.moments)
      text_.add('"' + of.text(multiple) + '"');
    else
      text_.add(nlohmann::json(of.number(multiple).to_double()).dump());
  }

  const Answer& answer_;
  NumberForm form_;
  bool canonical_;
  std::size_t depth_;  // of the line on which a row begins
  CellLabels labels_;
  Brackets rows_, numbers_;
  std::string row_end_, cell_end_;
  std::vector<Field> columns_, fields_;
  std::vector<bool> whole_;  // a series of whole numbers
  TextBlocks& text_;
};

}  // namespace

void write_answer(const Answer& answer, NumberForm form, JsonLayout layout,
                  TextBlocks& text) {
  AnswerText(answer, form, layout, text).write();
}

}  // namespace selvage
