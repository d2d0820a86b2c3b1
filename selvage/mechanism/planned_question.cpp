#include "selvage/mechanism/planned_question.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"

namespace selvage {

Result<Question> question_of_table(const std::string& verb, const Domain& domain,
                                   const Asked& asked,
                                   const std::optional<DomainFile>& file) {
  auto person = asked_person(asked, file);
  if (!person) return person.error();
  auto dialect = asked_dialect(asked, file);
  if (!dialect) return dialect.error();
  Question question = question_about(verb, domain);
  question.table = asked.text_or("table", "");
  question.version = asked.text_or("version", "");
  question.delimiter = asked.text_or("delimiter", "");
  question.dialect = *std::move(dialect);
  question.person = *std::move(person);
  return question;
}

Result<Rational> asked_delta_for(const Asked& asked, const std::string& why) {
  const auto delta = asked.number("delta", "1e-6");
  if (!delta) return delta.error();
  if (!*delta)
    return wrong_field("delta", why + "; write for example `delta` 1e-6", "1e-6");
  return **delta;
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

std::string own_text(const Question& question, const std::string& name) {
  for (const auto& [own, text] : question.own)
    if (own == name) return text;
  return {};
}

// A certificate has its members in another order.
bool says_the_same(const Mechanism& mechanism, const Question& question,
                   const MechanismRecord& record) {
  return canonical_json(mechanism.law()) == canonical_json(record.law) &&
         mechanism.shown() == record.shown &&
         canonical_json(to_json(question)) == canonical_json(to_json(record.question));
}

}  // namespace selvage
