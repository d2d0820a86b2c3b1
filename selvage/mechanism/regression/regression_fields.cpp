#include "selvage/mechanism/regression/regression_fields.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/mechanism/planned_question.hpp"

namespace selvage {
namespace {

constexpr const char* kKeyedFirst = "age,department=schools";
constexpr const char* kCaps[] = {"rows_per_person", "cells_per_person", "rows_per_cell",
                                 "per_person"};

Result<Person> person_of(const Asked& asked, const std::optional<DomainFile>& file) {
  const auto given = asked.text("person");
  const auto column = given ? given : file ? file->person : std::nullopt;
  if (!column) return Person{};
  if (column->empty() || !is_utf8(*column))
    return wrong_field("person", "`person` is not the UTF-8 name of a column");
  return Person::with_all_rows(*column);
}

Result<Question> asked_question(const Asked& asked,
                                const std::optional<DomainFile>& file) {
  const auto columns = asked.texts("y");
  if (columns.size() != 1 || columns[0].empty() || !is_utf8(columns[0]))
    return wrong_field("y",
                       "a regression explains one column; write `y` NAME, the name in "
                       "UTF-8",
                       "salary");
  auto person = person_of(asked, file);
  if (!person) return person.error();
  auto dialect = asked_dialect(asked, file);
  if (!dialect) return dialect.error();
  Question question = question_about("regression", *Domain::make({}));
  question.table = asked.text_or("table", "");
  question.version = asked.text_or("version", "");
  question.delimiter = asked.text_or("delimiter", "");
  question.dialect = *std::move(dialect);
  question.person = *std::move(person);
  question.column = columns[0];
  return question;
}

// A column whose keys are declared holds no numbers.
std::optional<Error> fault_of_declared(const Explaining& x,
                                       const std::optional<DomainFile>& file) {
  for (const std::string& name : x.numbers) {
    const DomainFile::Column* column = file ? file->find(name) : nullptr;
    if (column == nullptr || !column->values) continue;
    const auto* keys = std::get_if<KeyList>(&*column->values);
    if (keys == nullptr || keys->are_numbers()) continue;
    return wrong_field("x",
                       fmt::format("`x` names '{0}', whose keys the domain file lists; "
                                   "write {0}=KEY,KEY with the keys that are to be "
                                   "compared with all others",
                                   name),
                       "department=schools,fire");
  }
  return std::nullopt;
}

// A key that names a column of the table, as whoever asks for it has found.
std::optional<Error> fault_of_order(const Explaining& x, const Asked& asked) {
  const auto known = asked.texts(kDeclared + std::string("columns"));
  for (const DomainColumn& column : x.keyed) {
    const auto& keys = std::get<KeyList>(column.values);
    for (std::size_t i = 1; i < keys.size(); ++i)
      if (std::find(known.begin(), known.end(), keys.key(i)) != known.end())
        return wrong_field(
            "x",
            fmt::format("`x` lists '{0}' among the keys of {1}, and the table has a "
                        "column of that name; write columns of numbers before keys, "
                        "{0},{1}={2}, or that key as the first of its column",
                        keys.key(i), column.name, keys.key(0)),
            kKeyedFirst);
  }
  return std::nullopt;
}

Result<RegressionColumns> asked_columns(const Asked& asked,
                                        const std::optional<DomainFile>& file) {
  RegressionColumns columns;
  auto x = parse_explaining(asked.texts("x"));
  if (!x) return x.error();
  if (auto fault = fault_of_declared(*x, file)) return *std::move(fault);
  if (auto fault = fault_of_order(*x, asked)) return *std::move(fault);
  columns.x = *std::move(x);
  // What types declare first, and what is asked for over it.
  for (const std::string& name : {std::string(kDeclared) + "unit", std::string("unit")})
    if (const auto text = asked.text(name)) {
      auto unit = columns.unit.with(*text);
      if (!unit) return unit.error();
      columns.unit = *std::move(unit);
    }
  if (const auto precision = asked.text("precision")) {
    columns.precision = CodeUnit::parse(*precision);
    if (!columns.precision)
      return wrong_field("precision",
                         fmt::format("`precision` {} is no number; write for example "
                                     "0.001, or 2^-32",
                                     *precision),
                         "0.001");
  }
  const auto epsilon = asked_epsilon(asked);
  if (!epsilon) return epsilon.error();
  columns.epsilon = *epsilon;
  return columns;
}

}  // namespace

// All rows of a person count as one: there is nothing to cap.
std::vector<Field> regression_fields(std::vector<Field> own) {
  std::vector<Field> all = {
      {"y", "NAME", "the column of numbers that is explained"},
      {"x", "NAMES",
       "what explains it: age,tenure,department=schools,fire (keys, beside all others)",
       true},
      {"unit",
       "U",
       "powers of ten to round values to: 0.01, or age=1,wage=0.01 (the types', or "
       "0.000001)",
       false,
       {},
       true},
      {"precision", "U", "a power of ten, or 2^-N, to round coefficients to (2^-32)"}};
  for (Field& field : own) all.push_back(std::move(field));
  all.push_back({"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"});
  for (Field& field : common_fields()) {
    if (std::find(std::begin(kCaps), std::end(kCaps), field.name) != std::end(kCaps))
      continue;
    if (field.name == "people")
      field.help = "about how many there are: blocks are made for so many (10000)";
    all.push_back(std::move(field));
  }
  return all;
}

Result<Planned> plan_regression(
    const Asked& asked,
    const std::function<Result<MadeRegression>(Question, RegressionColumns)>& make) {
  const auto file = asked_domain_file(asked);
  if (!file) return file.error();
  auto question = asked_question(asked, *file);
  if (!question) return question.error();
  auto columns = asked_columns(asked, *file);
  if (!columns) return columns.error();
  const auto confidence = asked_confidence(asked);
  if (!confidence) return confidence.error();
  const auto people = asked_people(asked);
  if (!people) return people.error();
  auto where = asked_where(asked);
  if (!where) return where.error();
  if (*where) question->where = predicate_text(**where);
  auto made = make(*std::move(question), *std::move(columns));
  if (!made) return made.error();
  return Planned{.question = std::move(made->question),
                 .plan = std::move(made->plan),
                 .where = *std::move(where),
                 .confidence = *confidence,
                 .prior = {*people},
                 .ledger = *file ? (*file)->ledger.value_or("") : ""};
}

std::optional<std::string> recorded_field(const MechanismRecord& record,
                                          const char* name) {
  for (const auto& [key, text] : record.question.own)
    if (key == name) return text;
  return std::nullopt;
}

std::optional<Rational> recorded_number(const MechanismRecord& record,
                                        const char* name) {
  return law_number(record.law, name);
}

std::optional<RegressionColumns> recorded_columns(const MechanismRecord& record) {
  const Question& question = record.question;
  const auto number = [&](const char* name) { return recorded_number(record, name); };
  const auto epsilon = number("epsilon");
  const auto unit = ValueUnits().with(recorded_field(record, "unit").value_or("none"));
  const auto precision =
      CodeUnit::parse(recorded_field(record, "precision").value_or(""));
  const auto x = recorded_field(record, "x");
  const Person& person = question.person;
  const bool is_person = person.column.empty() ? person.rows == 1 && person.cells == 1
                                               : person.per_person == PerPerson::all;
  if (!epsilon || !unit || !precision || !x || !is_person || record.fewer_than ||
      question.column.empty() || question.verb != "regression" ||
      !question.domain.columns().empty())
    return std::nullopt;
  auto explaining = parse_explaining({*x});
  if (!explaining) return std::nullopt;
  return RegressionColumns{*std::move(explaining), *epsilon, *unit, precision};
}

Result<Plan> same_as_recorded(const MadeRegression& made, const MechanismRecord& record,
                              const Error& other) {
  if (!says_the_same(*made.plan, made.question, record)) return other;
  return made.plan;
}

}  // namespace selvage
