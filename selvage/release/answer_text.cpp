#include "selvage/release/answer_text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/number_text.hpp"
#include "selvage/release/cell_labels.hpp"

namespace selvage {
namespace {

// Names may hold any bytes; JSON text must be UTF-8.
std::string json_string(const std::string& text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
  });
  if (plain) return "\"" + text + "\"";
  return nlohmann::json(text).dump(-1, ' ', false,
                                   nlohmann::json::error_handler_t::replace);
}

class AnswerText {
 public:
  AnswerText(const Answer& answer, NumberForm form, JsonLayout layout,
             std::string& text)
      : answer_(answer),
        form_(form),
        canonical_(layout == JsonLayout::canonical),
        labels_(answer.domain, json_string),
        text_(text) {
    std::vector<std::string> columns;
    for (const DomainColumn& column : answer.domain.columns())
      columns.push_back(column.name);
    for (std::size_t c = 0; c < columns.size(); ++c)
      add(columns_, {columns[c], json_string(columns[c]), Part::label, c});
    if (!columns.empty()) add(fields_, {"cell", "\"cell\"", Part::cell, 0});
    for (std::size_t s = 0; s < answer.numbers.size(); ++s) {
      const Series& series = answer.numbers[s];
      whole_.push_back(series.unit == 1);
      const std::string first = series.name == "count" ? "count" : "value";
      const std::string before = s == 0 ? "" : series.name + "_";
      const std::string name = s == 0 ? first : series.name;
      add(fields_, {name, json_string(name), Part::number, s});
      if (series.with_intervals)
        add(fields_,
            {before + "interval", json_string(before + "interval"), Part::interval, s});
      if (form == NumberForm::json && !whole_.back())
        add(fields_, {before + "units", json_string(before + "units"), Part::units, s});
    }
  }

  void write() {
    if (answer_.domain.columns().empty()) {
      if (answer_.cells.empty())
        text_ += "null";
      else
        write_row(0, 1);
      return;
    }
    write_list('[', ']', 1, answer_.cells.size(),
               [&](std::size_t i) { write_row(i, 2); });
  }

 private:
  enum class Part { label, cell, number, interval, units };
  struct Field {
    std::string name, text;
    Part part;
    std::size_t number;  // of the column or the series
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

  void break_line(std::size_t depth) {
    if (canonical_) return;
    text_ += '\n';
    text_.append(2 * depth, ' ');
  }
  // `depth`: of the line with the bracket.
  template <class WriteOne>
  void write_list(char open, char close, std::size_t depth, std::size_t count,
                  const WriteOne& write_one) {
    text_ += open;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) text_ += ',';
      break_line(depth + 1);
      write_one(i);
    }
    if (count > 0) break_line(depth);
    text_ += close;
  }
  void write_name(const Field& field) {
    text_ += field.text;
    text_ += canonical_ ? ":" : ": ";
  }
  // Units are left out where nothing is known.
  bool is_written(const Field& field, std::size_t row) const {
    return field.part != Part::units || answer_.numbers[field.number].rows[row].known;
  }

  void write_row(std::size_t row, std::size_t depth) {
    text_ += '{';
    bool first = true;
    for (const Field& field : fields_) {
      if (!is_written(field, row)) continue;
      if (!first) text_ += ',';
      first = false;
      break_line(depth + 1);
      write_name(field);
      write_field(field, row, depth + 1);
    }
    break_line(depth);
    text_ += '}';
  }
  void write_field(const Field& field, std::size_t row, std::size_t depth) {
    if (field.part == Part::cell) {
      write_list('{', '}', depth, columns_.size(), [&](std::size_t c) {
        write_name(columns_[c]);
        text_ += labels_.label(answer_.cells[row], columns_[c].number);
      });
      return;
    }
    const std::size_t series = field.number;
    const Estimate& number = answer_.numbers[series].rows[row];
    if (!number.known || (field.part == Part::interval && !number.has_interval)) {
      text_ += "null";
    } else if (field.part == Part::number) {
      write_number(number.value, series);
    } else if (field.part == Part::interval) {
      write_list('[', ']', depth, 2, [&](std::size_t i) {
        write_number(i == 0 ? number.lower : number.upper, series);
      });
    } else {
      const std::int64_t all[] = {number.value, number.lower, number.upper};
      write_list('[', ']', depth, number.has_interval ? 3 : 1,
                 [&](std::size_t i) { write_whole(all[i]); });
    }
  }

  void write_whole(std::int64_t number) {
    const fmt::format_int digits(number);
    text_.append(digits.data(), digits.size());
  }
  void write_number(std::int64_t multiple, std::size_t series) {
    if (whole_[series]) return write_whole(multiple);
    const Rational& unit = answer_.numbers[series].unit;
    if (form_ == NumberForm::exact)
      text_ += '"' + number_text(multiple, unit) + '"';
    else
      text_ += nlohmann::json((unit * multiple).to_double()).dump();
  }

  const Answer& answer_;
  NumberForm form_;
  bool canonical_;
  CellLabels labels_;
  std::vector<Field> columns_, fields_;
  std::vector<bool> whole_;  // the unit of a series is 1
  std::string& text_;
};

}  // namespace

void append_answer(const Answer& answer, NumberForm form, JsonLayout layout,
                   std::string& text) {
  AnswerText(answer, form, layout, text).write();
}

}  // namespace selvage
