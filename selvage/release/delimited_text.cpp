#include "selvage/release/delimited_text.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "selvage/mechanism/number_text.hpp"
#include "selvage/release/bin_ends.hpp"
#include "selvage/release/cell_labels.hpp"
#include "selvage/release/harmless_key.hpp"

namespace selvage {
namespace {

std::string quoted_field(const std::string& text, char delimiter) {
  const bool plain = std::none_of(text.begin(), text.end(), [&](char c) {
    return c == delimiter || c == '"' || c == '\r' || c == '\n';
  });
  if (plain) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

}  // namespace

std::string in_lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::vector<std::string> number_columns(const Answer& answer, std::size_t series) {
  const Series& one = answer.numbers[series];
  const std::string before = series == 0 ? "" : one.name + "_";
  std::vector<std::string> names = {one.name};
  if (one.with_intervals)
    names.insert(names.end(), {before + "lower", before + "upper"});
  if (one.may_be_unknown) names.push_back(before + "known");
  return names;
}

std::vector<std::string> label_columns(const Release& release) {
  // "known" is taken wherever it could be.
  std::set<std::string> taken = {"known"};
  for (std::size_t s = 0; s < release.answer.numbers.size(); ++s)
    for (std::string& name : number_columns(release.answer, s))
      taken.insert(in_lower_case(std::move(name)));
  std::vector<std::string> names;
  for (const DomainColumn& column : release.answer.domain.columns())
    names.push_back(taken.contains(in_lower_case(column.name)) ? column.name + "_cell"
                                                               : column.name);
  return names;
}

std::string to_delimited_text(const Release& release, char delimiter) {
  const Answer& answer = release.answer;
  std::vector<std::string> names = label_columns(release);
  BinEnds bins(release);
  for (const auto& [from, to, kind] : bins.columns())
    names.insert(names.end(), {from, to});
  for (std::size_t s = 0; s < answer.numbers.size(); ++s)
    for (std::string& name : number_columns(answer, s))
      names.push_back(std::move(name));
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text +=
        (i == 0 ? "" : std::string(1, delimiter)) + quoted_field(names[i], delimiter);
  text += '\n';
  CellLabels labels(answer.domain, [delimiter](const std::string& label) {
    return quoted_field(label, delimiter) + delimiter;
  });
  CellLabels keys(answer.domain, [delimiter](const std::string& key) {
    return quoted_field(harmless_key(key), delimiter) + delimiter;
  });
  std::vector<bool> whole, from_table;
  for (const Series& series : answer.numbers) whole.push_back(series.unit == 1);
  for (const std::string& asked : release.question.asked)
    from_table.push_back(asked == "?");
  from_table.resize(answer.domain.columns().size());
  for (std::size_t i = 0; i < answer.cells.size(); ++i) {
    for (std::size_t c = 0; c < answer.domain.columns().size(); ++c)
      text += (from_table[c] ? keys : labels).label(answer.cells[i], c);
    for (std::size_t c = 0; c < bins.columns().size(); ++c) {
      const auto [from, to] = bins.ends(answer.cells[i], c);
      text.append(from) += delimiter;
      text.append(to) += delimiter;
    }
    for (std::size_t s = 0; s < answer.numbers.size(); ++s) {
      const Series& series = answer.numbers[s];
      const Estimate& number = series.rows[i];
      const auto add = [&](std::int64_t multiple) {
        if (!number.known) return;
        if (!whole[s]) {
          text += number_text(multiple, series.unit);
          return;
        }
        const fmt::format_int digits(multiple);
        text.append(digits.data(), digits.size());
      };
      add(number.value);
      for (const std::int64_t end : {number.lower, number.upper}) {
        if (!series.with_intervals) break;
        text += delimiter;
        if (number.has_interval) add(end);
      }
      if (series.may_be_unknown) {
        text += delimiter;
        text += number.known ? "true" : "false";
      }
      text += s + 1 == answer.numbers.size() ? '\n' : delimiter;
    }
  }
  return text;
}

}  // namespace selvage
