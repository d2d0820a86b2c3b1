#include "selvage/mechanism/bound_free/bound_free_verbs.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/mechanism/bound_free/bound_free.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {
namespace {

std::vector<Field> fields() {
  std::vector<Field> all = {
      {"column", "NAME", "the column of numbers"},
      {"unit",
       "U",
       "without bounds: 0.01, day (the type's, or 0.000001)",
       false,
       {},
       true},
      {"by", "NAME=VALUES", "one answer for each group; may be repeated", true},
      {"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"}};
  for (Field& field : common_fields()) all.push_back(std::move(field));
  return all;
}

Result<Question> asked_question(const std::string& verb, const Asked& asked,
                                const std::optional<DomainFile>& file) {
  const auto columns = asked.texts("column");
  if (columns.size() != 1 || columns[0].empty() || !is_utf8(columns[0]))
    return wrong_field("column",
                       fmt::format("a {} is of one column; write `column` NAME, the "
                                   "name in UTF-8",
                                   verb),
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

Result<Planned> plan_bound_free(const std::string& verb, const Asked& asked) {
  const auto file = asked_domain_file(asked);
  if (!file) return file.error();
  auto question = asked_question(verb, asked, *file);
  if (!question) return question.error();
  BoundFreeRequest request;
  auto unit = asked_column_unit(asked);
  if (!unit) return unit.error();
  request.unit = *std::move(unit);
  const auto epsilon = asked_epsilon(asked);
  if (!epsilon) return epsilon.error();
  request.epsilon = *epsilon;
  const auto confidence = asked_confidence(asked);
  if (!confidence) return confidence.error();
  const auto people = asked_people(asked);
  if (!people) return people.error();
  auto where = asked_where(asked);
  if (!where) return where.error();
  if (*where) question->where = predicate_text(**where);
  const auto mechanism = BoundFreeMechanism::make(*std::move(question), request);
  if (!mechanism) return mechanism.error();
  return Planned{.question = (*mechanism)->question(),
                 .plan = *mechanism,
                 .where = *std::move(where),
                 .confidence = *confidence,
                 .prior = {*people},
                 .ledger = *file ? (*file)->ledger.value_or("") : ""};
}

// Whether a question can name such people.
bool is_asked(const Person& person) {
  constexpr std::int64_t kMost = 1'000'000;
  if (person.column.empty()) return person.rows == 1 && person.cells == 1;
  const std::int64_t caps[] = {person.rows, person.cells,
                               person.rows_in_cell.value_or(1)};
  return std::all_of(std::begin(caps), std::end(caps),
                     [](std::int64_t cap) { return cap >= 1 && cap <= kMost; });
}

std::optional<Rational> number_of(const Json& law, const char* name) {
  if (!law.is_object() || !law.contains(name) || !law[name].is_string())
    return std::nullopt;
  const auto number = Rational::parse(law[name].get_ref<const std::string&>());
  return number ? std::optional(*number) : std::nullopt;
}

Verb verb_of(const std::string& name) {
  return {.name = name,
          .summary = "the " + name + " of a column, in all or by group",
          .promise =
              "epsilon-differential privacy, without a delta: whether any one person\n"
              "  (`person`; else one row) is in the table or not changes the odds of "
              "any\n  output by at most a factor exp(epsilon).",
          .example = {{"column", "salary"}, {"epsilon", "1"}},
          .fields = fields(),
          .plan = [name](const Asked& asked) { return plan_bound_free(name, asked); },
          .read = read_bound_free};
}

}  // namespace

std::vector<Verb> bound_free_verbs() { return {verb_of("sum"), verb_of("mean")}; }

Result<Plan> read_bound_free(const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other =
      unverified("its law is not that of a mean or a sum without bounds");
  const auto epsilon = number_of(law, "epsilon");
  const auto unit = law.is_object() && law.contains("unit") && law["unit"].is_string()
                        ? ColumnUnit::parse(law["unit"].get_ref<const std::string&>())
                        : std::nullopt;
  if (!epsilon || !unit || fewer_than || question.column.empty() ||
      !is_asked(question.person) || (question.verb != "mean" && question.verb != "sum"))
    return other;
  const auto mechanism = BoundFreeMechanism::make(question, {*epsilon, *unit});
  if (!mechanism) return mechanism.error();
  // A certificate has its members in another order.
  if (canonical_json((*mechanism)->law()) != canonical_json(law) ||
      (*mechanism)->shown() != shown ||
      canonical_json(to_json((*mechanism)->question())) !=
          canonical_json(to_json(question)))
    return other;
  return Plan(*mechanism);
}

}  // namespace selvage
