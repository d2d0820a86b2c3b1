#include "selvage/release/release.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

// Names come from files and may hold any bytes; JSON text must be UTF-8.
std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

template <class Value>
Json list(const std::vector<Value>& values) {
  Json result = Json::array();
  for (const auto& value : values) result.push_back(to_json(value));
  return result;
}

// Numbers of JSON: of a decimal so short the nearest double prints the same digits.
Json number_json(std::int64_t multiple, const Rational& unit) {
  if (unit == 1) return multiple;
  return (unit * multiple).to_double();
}

Json answer_json(const Release& release, const ReleasedNumber& number) {
  const std::string name = number_name(release) == "count" ? "count" : "value";
  return {{name, number_json(number.value, release.unit)},
          {"interval",
           {number_json(number.lower, release.unit),
            number_json(number.upper, release.unit)}}};
}

Json answers(const Release& release) {
  const Domain& domain = release.question.domain;
  if (domain.columns().empty())
    return release.cells.empty() ? Json(nullptr)
                                 : answer_json(release, release.cells[0].number);
  Json result = Json::array();
  for (const ReleasedCell& cell : release.cells) {
    Json labels = Json::object();
    for (std::size_t c = 0; c < domain.columns().size(); ++c)
      labels[domain.columns()[c].name] = domain.label(cell.cell, c);
    Json one = {{"cell", std::move(labels)}};
    one.update(answer_json(release, cell.number));
    result.push_back(std::move(one));
  }
  return result;
}

Json person_json(const Person& person) {
  if (person.column.empty()) return "one row";
  return {{"column", person.column},
          {"rows_per_person", person.rows},
          {"cells_per_person", person.cells},
          {"per_person", person.per_person == PerPerson::sum ? "sum" : "first"}};
}

}  // namespace

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
  if (question.measure)
    json["measure"] = {{"column", question.measure->column},
                       {"bounds", question.measure->grid.text()},
                       {"step", question.measure->grid.step().text()}};
  return json;
}

std::string level_name(VerificationLevel level) {
  switch (level) {
    case VerificationLevel::exact_law:
      return "exact_law";
    case VerificationLevel::small_worlds:
      return "small_worlds";
    case VerificationLevel::theorem_only:
      return "theorem_only";
  }
  return {};
}

std::string person_text(const Person& person) {
  if (person.column.empty()) return "one row";
  const auto times = [](std::int64_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  std::string text = fmt::format("{}: of each person at most {}", person.column,
                                 times(person.rows, "row"));
  text += fmt::format(" in at most {}", times(person.cells, "cell"));
  if (person.per_person == PerPerson::first) text += ", one row in each";
  return text;
}

std::string number_text(std::int64_t multiple, const Rational& unit) {
  if (unit == 1) return std::to_string(multiple);
  const Rational value = unit * multiple;
  // Units are powers of ten: all digits that the unit has are said.
  std::size_t places = 0;
  for (Rational scaled = unit; scaled < 1; scaled = scaled * 10) ++places;
  Rational whole = value;
  for (std::size_t i = 0; i < places; ++i) whole = whole * 10;
  std::string digits = absolute(whole).text();
  if (places > 0) {
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    digits.insert(digits.size() - places, 1, '.');
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
  }
  return fmt::format("{}{}", value.sign() < 0 ? "-" : "", digits);
}

std::string number_name(const Release& release) {
  return release.question.verb == "histogram" ? "count" : release.question.verb;
}

std::string to_json_text(const Release& release) {
  Json guarantees = Json::array(), parameters = Json::object(), error = Json::array();
  for (const auto& derivation : release.derivations)
    guarantees.push_back(to_json(derivation.conclusion));
  for (const auto& [name, value] : release.mechanism.parameters)
    parameters[name] = value;
  if (release.error)
    error.push_back({{"count", nullptr},  // every count
                     {"mean_abs", (release.error->mean_absolute * release.unit).text()},
                     {"bound", number_json(release.error->bound, release.unit)},
                     {"confidence", release.error->confidence.text()}});
  Json json = {
      {"selvage", "0.1"},
      {"question", to_json(release.question)},
      {"answer", answers(release)},
      {"total", release.total ? answer_json(release, *release.total) : Json(nullptr)},
      {"fewer_than", release.fewer_than ? Json(*release.fewer_than) : Json(nullptr)},
      {"guarantees", guarantees},
      {"accuracy", list(release.accuracy)},
      {"confidence", release.confidence.text()},
      {"error", error},
      {"mechanism",
       {{"name", release.mechanism.name},
        {"reason", release.mechanism.reason},
        {"parameters", parameters}}},
      {"derivation", list(release.derivations)},
      {"verification",
       {{"level", level_name(release.verification.level)},
        {"detail", release.verification.detail}}},
      {"warnings", release.warnings}};
  return dump(json);
}

std::vector<std::string> label_columns(const Release& release) {
  std::vector<std::string> names;
  for (const DomainColumn& column : release.question.domain.columns()) {
    std::string lower = column.name;
    for (char& c : lower)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool taken =
        lower == number_name(release) || lower == "lower" || lower == "upper";
    names.push_back(taken ? column.name + "_cell" : column.name);
  }
  return names;
}

std::string to_csv_text(const Release& release) {
  const Domain& domain = release.question.domain;
  std::string text;
  for (const std::string& name : label_columns(release)) text += csv_field(name) + ',';
  text += number_name(release) + ",lower,upper\n";
  for (const auto& [cell, number] : release.cells) {
    for (std::size_t c = 0; c < domain.columns().size(); ++c)
      text += csv_field(domain.label(cell, c)) + ',';
    text += fmt::format("{},{},{}\n", number_text(number.value, release.unit),
                        number_text(number.lower, release.unit),
                        number_text(number.upper, release.unit));
  }
  return text;
}

}  // namespace selvage
