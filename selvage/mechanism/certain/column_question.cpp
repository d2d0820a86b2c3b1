#include "selvage/mechanism/certain/column_question.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"

namespace selvage {

Result<Question> column_question(const std::string& verb, const Asked& asked,
                                 const std::optional<DomainFile>& file) {
  const auto columns = asked.texts("column");
  if (columns.size() != 1 || columns[0].empty() || !is_utf8(columns[0]))
    return wrong_field("column",
                       "this is about one column; write `column` NAME, the name in "
                       "UTF-8",
                       "salary");
  auto domain = asked_domain(asked, "by", file);
  if (!domain) return domain.error();
  auto person = asked_person(asked, file);
  if (!person) return person.error();
  auto dialect = asked_dialect(asked, file);
  if (!dialect) return dialect.error();
  Question question = question_about(verb, *domain);
  question.table = asked.text_or("table", "");
  question.version = asked.text_or("version", "");
  question.delimiter = asked.text_or("delimiter", "");
  question.dialect = *std::move(dialect);
  question.person = *std::move(person);
  question.column = columns[0];
  return question;
}

std::optional<Error> fault_of_column_question(const Question& question,
                                              const std::string& with) {
  constexpr std::int64_t kMostRowsPerPerson = 1'000'000;
  if (question.domain.has_unknown_keys())
    return wrong_field("by",
                       fmt::format("`by` with keys that are not known does not go with "
                                   "{}; write the keys, NAME=a,b,c or NAME=@FILE",
                                   with),
                       "department=schools,fire");
  if (question.domain.cells() > Reader::kMaxCells)
    return wrong_field("by", fmt::format("`by` makes {} groups, more than {}; write "
                                         "fewer of them",
                                         question.domain.cells(), Reader::kMaxCells));
  const std::int64_t rows = question.person.most_in_cell();
  if (rows < 1 || rows > kMostRowsPerPerson)
    return wrong_field(
        "rows_per_person",
        fmt::format("`rows_per_person` {} is not from 1 to {}; write for example 1",
                    rows, kMostRowsPerPerson),
        "1");
  return std::nullopt;
}

bool can_be_asked(const Person& person) {
  constexpr std::int64_t kMost = 1'000'000;
  if (person.column.empty()) return person.rows == 1 && person.cells == 1;
  const std::int64_t caps[] = {person.rows, person.cells,
                               person.rows_in_cell.value_or(1)};
  return std::all_of(std::begin(caps), std::end(caps),
                     [](std::int64_t cap) { return cap >= 1 && cap <= kMost; });
}

std::optional<Rational> law_number(const Json& law, const char* name) {
  if (!law.is_object() || !law.contains(name) || !law[name].is_string())
    return std::nullopt;
  const auto number = Rational::parse(law[name].get_ref<const std::string&>());
  return number ? std::optional(*number) : std::nullopt;
}

std::optional<ColumnUnit> law_unit(const Json& law) {
  if (!law.is_object() || !law.contains("unit") || !law["unit"].is_string())
    return std::nullopt;
  return ColumnUnit::parse(law["unit"].get_ref<const std::string&>());
}

}  // namespace selvage
