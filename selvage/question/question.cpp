#include "selvage/question/question.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/digest.hpp"
#include "selvage/question/partition_name.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

std::string asked_text(const DomainColumn& column) {
  const std::string text = column.text();
  if (!std::holds_alternative<KeyList>(column.values) || text.starts_with('@'))
    return text;
  const auto again = parse_values(text);
  const bool same = again && keys_digest(*again) == keys_digest(column.values);
  return same ? text : "@ a list of the domain file";
}

Json person_json(const Person& person) {
  if (person.column.empty()) return "one row";
  if (person.per_person == PerPerson::all)
    return {{"column", person.column}, {"per_person", "all"}};
  Json json = {{"column", person.column},
               {"rows_per_person", person.rows},
               {"cells_per_person", person.cells},
               {"per_person", person.per_person == PerPerson::sum ? "sum" : "first"}};
  if (person.rows_in_cell) json["rows_per_cell"] = *person.rows_in_cell;
  return json;
}

}  // namespace

Question question_about(std::string verb, const Domain& domain) {
  Question question{
      .verb = std::move(verb), .table = {}, .domain = domain, .asked = {}};
  for (const DomainColumn& column : domain.columns()) {
    question.asked.push_back(asked_text(column));
    question.keys.push_back(keys_digest(column.values));
  }
  return question;
}

std::string keys_digest(const Values& values) {
  const auto* keys = std::get_if<KeyList>(&values);
  if (keys == nullptr) return {};
  std::string text;
  for (std::size_t i = 0; i < keys->size(); ++i)
    text += fmt::format("{}:{},", keys->key(i).size(), keys->key(i));
  return digest_of(text);
}

bool hides_keys(const std::string& asked) {
  return asked == "?" || asked.starts_with('@');
}

PrivacyUnit unit_of(const Person& person) { return {person.column}; }

std::string person_text(const Person& person) {
  if (person.column.empty()) return "one row";
  if (person.per_person == PerPerson::all)
    return person.column + ": all rows of each person";
  const auto times = [](std::int64_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  const std::string cells = "at most " + times(person.cells, "cell");
  const auto text = [&](std::int64_t rows, const std::string& where) {
    return fmt::format("{}: of each person at most {} in {}", person.column,
                       times(rows, "row"), where);
  };
  if (person.per_person == PerPerson::first)
    return text(person.rows, cells) + ", one row in each";
  const std::int64_t in_cell = person.rows_in_cell.value_or(person.rows);
  if (in_cell >= person.rows) return text(person.rows, cells);
  if (in_cell * person.cells <= person.rows) return text(in_cell, "each of " + cells);
  return text(person.rows, cells) +
         fmt::format(", at most {} in one cell", times(in_cell, "row"));
}

Json to_json(const Question& question) {
  Json columns = Json::array();
  for (std::size_t c = 0; c < question.domain.columns().size(); ++c) {
    const DomainColumn& column = question.domain.columns()[c];
    columns.push_back({{"name", column.name},
                       {"domain", question.asked[c]},
                       {"missing", column.drop_missing ? "drop" : "cell"}});
  }
  Json json = {
      {"verb", question.verb},
      {"table", question.table},
      {"columns", columns},
      {"person", person_json(question.person)},
      {"where", question.where.empty() ? Json(nullptr) : Json(question.where)}};
  if (!question.delimiter.empty()) json["delimiter"] = question.delimiter;
  if (question.dialect.decimal_comma) json["decimal"] = ",";
  if (question.dialect.date_format)
    json["date_format"] = question.dialect.date_format.text();
  if (question.dialect.trim) json["trim_blanks"] = true;
  if (!question.column.empty()) {
    json["measure"] = {{"column", question.column}};
    for (const auto& [name, text] : question.own) json["measure"][name] = text;
  }
  return json;
}

Json to_exact_json(const Question& question) {
  Json json = to_json(question);
  for (std::size_t c = 0; c < question.keys.size(); ++c)
    if (!question.keys[c].empty()) json["columns"][c]["keys"] = question.keys[c];
  return json;
}

std::string partition_of(const Question& question) {
  return partition_name(to_exact_json(question), question.version);
}

}  // namespace selvage
