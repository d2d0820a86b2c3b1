#include "selvage/mechanism/certain/column_question.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/question/common_fields.hpp"

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

}  // namespace selvage
