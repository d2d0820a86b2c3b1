#include "selvage/question/read_question.hpp"

#include <set>

#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/base/whole_number.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

std::string text(const Json& json, const char* name) {
  return json.at(name).get<std::string>();
}

Result<Values> values_of(const Json& column, const std::string& asked) {
  if (asked == "?") return Values(UnknownKeys{});
  if (!hides_keys(asked)) return parse_values(asked);
  if (!column.contains("key_list")) return unverified("a list of keys is missing");
  const auto keys = column["key_list"].get<std::vector<std::string>>();
  if (keys.empty() || std::set(keys.begin(), keys.end()).size() != keys.size())
    return unverified("a list of keys is empty, or has a key twice");
  return Values(KeyList::of(keys));
}

Person person_of(const Json& json) {
  if (json.is_string()) return {};
  if (text(json, "per_person") == "all")
    return Person::with_all_rows(text(json, "column"));
  const auto whole = [&](const char* name) {
    return whole_number(json.at(name)).value_or(-1);
  };
  Person person{
      text(json, "column"), whole("rows_per_person"), whole("cells_per_person"),
      text(json, "per_person") == "first" ? PerPerson::first : PerPerson::sum};
  if (json.contains("rows_per_cell")) person.rows_in_cell = whole("rows_per_cell");
  return person;
}

Result<Dialect> dialect_of(const Json& json) {
  Dialect dialect;
  if (json.contains("decimal")) {
    if (text(json, "decimal") != ",") return unverified("decimals have another sign");
    dialect.decimal_comma = true;
  }
  if (json.contains("date_format")) {
    auto format = DateFormat::parse(text(json, "date_format"));
    if (!format) return unverified(format.error().message);
    dialect.date_format = *std::move(format);
  }
  dialect.trim = json.contains("trim_blanks");
  if (dialect.trim && json["trim_blanks"] != true)
    return unverified("trim_blanks is not true");
  return dialect;
}

Result<Question> read(const Json& json) {
  std::vector<DomainColumn> columns;
  std::vector<std::string> asked, keys;
  for (const Json& column : json.at("columns")) {
    asked.push_back(text(column, "domain"));
    auto values = values_of(column, asked.back());
    if (!values) return unverified(values.error().message);
    columns.push_back(
        {text(column, "name"), *std::move(values), text(column, "missing") == "drop"});
    keys.push_back(keys_digest(columns.back().values));
  }
  auto domain = Domain::make(std::move(columns));
  if (!domain) return unverified(domain.error().message);
  Question question{.verb = text(json, "verb"),
                    .table = text(json, "table"),
                    .domain = *std::move(domain),
                    .asked = std::move(asked),
                    .keys = std::move(keys),
                    .person = person_of(json.at("person"))};
  if (!json.at("where").is_null()) question.where = text(json, "where");
  if (json.contains("delimiter")) question.delimiter = text(json, "delimiter");
  auto dialect = dialect_of(json);
  if (!dialect) return dialect.error();
  question.dialect = *std::move(dialect);
  if (!json.contains("measure")) return question;
  question.column = text(json["measure"], "column");
  for (const auto& [name, value] : json["measure"].items())
    if (name != "column") question.own.emplace_back(name, value.get<std::string>());
  return question;
}

}  // namespace

Result<Question> read_question(const Json& json) {
  try {
    return read(json);
  } catch (const Json::exception&) {
    return unverified("a part of the question is missing or has another form");
  }
}

}  // namespace selvage
