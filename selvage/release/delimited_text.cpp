#include "selvage/release/delimited_text.hpp"

#include <set>

#include <fmt/format.h>

#include "selvage/mechanism/number_text.hpp"

namespace selvage {
namespace {

std::string quoted_field(const std::string& text, char delimiter) {
  if (text.find_first_of(std::string("\"\r\n") + delimiter) == std::string::npos)
    return text;
  std::string quoted = "\"";
  for (const char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string in_lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace

std::vector<std::string> number_columns(const Answer& answer, std::size_t series) {
  const auto& [name, unit, rows, may_be_unknown] = answer.numbers[series];
  const std::string before = series == 0 ? "" : name + "_";
  std::vector<std::string> names = {name, before + "lower", before + "upper"};
  if (may_be_unknown) names.push_back(before + "known");
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
  for (std::size_t s = 0; s < answer.numbers.size(); ++s)
    for (std::string& name : number_columns(answer, s))
      names.push_back(std::move(name));
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text +=
        (i == 0 ? "" : std::string(1, delimiter)) + quoted_field(names[i], delimiter);
  text += '\n';
  for (std::size_t i = 0; i < answer.cells.size(); ++i) {
    for (std::size_t c = 0; c < answer.domain.columns().size(); ++c)
      text +=
          quoted_field(answer.domain.label(answer.cells[i], c), delimiter) + delimiter;
    for (const Series& series : answer.numbers) {
      const Estimate& number = series.rows[i];
      const auto field = [&](std::int64_t multiple) {
        return number.known ? number_text(multiple, series.unit) : std::string();
      };
      text += field(number.value);
      for (const std::int64_t end : {number.lower, number.upper})
        text += delimiter + (number.has_interval ? field(end) : "");
      if (series.may_be_unknown) text += fmt::format("{}{}", delimiter, number.known);
      text += &series == &answer.numbers.back() ? '\n' : delimiter;
    }
  }
  return text;
}

}  // namespace selvage
