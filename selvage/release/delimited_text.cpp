#include "selvage/release/delimited_text.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "selvage/release/bin_ends.hpp"
#include "selvage/release/cell_labels.hpp"
#include "selvage/release/harmless_key.hpp"

namespace selvage {

void append_quoted(std::string_view field, char delimiter, std::string& text) {
  bool quote = false, special = false;
  for (const char c : field) {
    quote |= c == '"';
    special |= c == delimiter || c == '\r' || c == '\n';
  }
  if (!quote && !special) {
    text += field;
    return;
  }
  text += '"';
  while (quote) {
    const std::size_t at = field.find('"');
    text.append(field.substr(0, at)).append("\"\"");
    field.remove_prefix(at + 1);
    quote = field.find('"') != std::string_view::npos;
  }
  text.append(field) += '"';
}

std::string in_lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::vector<std::string> NumberColumns::all() const {
  std::vector<std::string> names;
  for (const std::string* name : {&value, &lower, &upper, &known, &beyond})
    if (!name->empty()) names.push_back(*name);
  return names;
}

NumberColumns number_columns(const Release& release, std::size_t series) {
  const Series& one = release.answer.numbers[series];
  const std::string before = series == 0 ? "" : one.name + "_";
  NumberColumns names{one.name};
  if (one.with_intervals) {
    names.lower = before + "lower";
    names.upper = before + "upper";
  }
  if (one.may_be_unknown) names.known = before + "known";
  if (open_ends_of(release, series).of_bins()) names.beyond = before + "beyond";
  return names;
}

std::vector<std::string> label_columns(const Release& release) {
  // "known" is taken wherever it could be.
  std::set<std::string> taken = {"known"};
  for (std::size_t s = 0; s < release.answer.numbers.size(); ++s)
    for (std::string& name : number_columns(release, s).all())
      taken.insert(in_lower_case(std::move(name)));
  std::vector<std::string> names;
  for (const DomainColumn& column : release.answer.domain.columns())
    names.push_back(taken.contains(in_lower_case(column.name)) ? column.name + "_cell"
                                                               : column.name);
  return names;
}

void write_delimited(const Release& release, char delimiter, TextBlocks& text) {
  const Answer& answer = release.answer;
  std::vector<std::string> names = label_columns(release);
  BinEnds bins(release);
  for (const auto& [from, to, kind] : bins.columns())
    names.insert(names.end(), {from, to});
  for (std::size_t s = 0; s < answer.numbers.size(); ++s)
    for (std::string& name : number_columns(release, s).all())
      names.push_back(std::move(name));
  std::string header;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) header += delimiter;
    append_quoted(names[i], delimiter, header);
  }
  text.add(header);
  text.add('\n');
  CellLabels labels(answer.domain,
                    [delimiter](const std::string& label, std::string& field) {
                      append_quoted(label, delimiter, field);
                      field += delimiter;
                    });
  CellLabels keys(answer.domain,
                  [delimiter](const std::string& key, std::string& field) {
                    append_quoted(harmless_key(key), delimiter, field);
                    field += delimiter;
                  });
  std::vector<bool> whole, from_table;
  for (const Series& series : answer.numbers) whole.push_back(series.is_whole());
  std::vector<OpenEnds> ends;
  for (std::size_t s = 0; s < answer.numbers.size(); ++s)
    ends.push_back(open_ends_of(release, s));
  for (const std::string& asked : release.question.asked)
    from_table.push_back(asked == "?");
  from_table.resize(answer.domain.columns().size());
  for (std::size_t i = 0; i < answer.cells.size(); ++i) {
    for (std::size_t c = 0; c < from_table.size(); ++c)
      text.add((from_table[c] ? keys : labels).label(answer.cells[i], c));
    for (std::size_t c = 0; c < bins.columns().size(); ++c) {
      const auto& [from, to] = bins.ends(answer.cells[i], c);
      text.add(from);
      text.add(delimiter);
      text.add(to);
      text.add(delimiter);
    }
    for (std::size_t s = 0; s < answer.numbers.size(); ++s) {
      const Series& series = answer.numbers[s];
      const Estimate& number = series.rows[i];
      const auto add = [&](std::int64_t multiple) {
        if (!number.known) return;
        if (whole[s])
          text.add(multiple);
        else
          text.add(series.text(multiple));
      };
      add(ends[s].edge(number.value));
      for (const std::int64_t end : {number.lower, number.upper}) {
        if (!series.with_intervals) break;
        text.add(delimiter);
        if (number.has_interval) add(end);
      }
      if (series.may_be_unknown) {
        text.add(delimiter);
        text.add(number.known ? "true" : "false");
      }
      if (ends[s].of_bins()) {
        text.add(delimiter);
        if (number.known) text.add(ends[s].beyond(number.value));
      }
      text.add(s + 1 == answer.numbers.size() ? '\n' : delimiter);
    }
  }
}

std::string to_delimited_text(const Release& release, char delimiter) {
  return whole_text(
      [&](TextBlocks& text) { write_delimited(release, delimiter, text); });
}

}  // namespace selvage
