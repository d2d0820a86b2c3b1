#include "selvage/mechanism/quantile/quantile_verbs.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/mechanism/quantile/quantile.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {
namespace {

constexpr const char* kVerb = "median";

std::vector<Field> fields() {
  std::vector<Field> all = {
      {"column", "NAME", "the column of numbers"},
      {"at", "Q", "which quantile, between 0 and 1 (0.5)"},
      {"unit", "U", "a power of ten that values are rounded to (0.000001)"},
      {"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"}};
  for (Field& field : common_fields()) all.push_back(std::move(field));
  return all;
}

Result<Question> asked_question(const Asked& asked,
                                const std::optional<DomainFile>& file) {
  const auto columns = asked.texts("column");
  if (columns.size() != 1 || columns[0].empty() || !is_utf8(columns[0]))
    return wrong_field(
        "column", "a median is of one column; write `column` NAME, the name in UTF-8",
        "salary");
  auto domain = Domain::make({});
  if (!domain) return domain.error();
  auto person = asked_person(asked, file);
  if (!person) return person.error();
  Question question = question_about(kVerb, *domain);
  question.table = asked.text_or("table", "");
  question.version = asked.text_or("version", "");
  question.delimiter = asked.text_or("delimiter", "");
  auto dialect = asked_dialect(asked, file);
  if (!dialect) return dialect.error();
  question.dialect = *std::move(dialect);
  question.person = *std::move(person);
  question.column = columns[0];
  return question;
}

Result<QuantileRequest> asked_request(const Asked& asked) {
  QuantileRequest request;
  const auto at = asked.number("at", "0.5");
  if (!at) return at.error();
  if (*at) request.at = **at;
  const auto unit = asked.number("unit", "0.01");
  if (!unit) return unit.error();
  if (*unit) request.unit = **unit;
  const auto epsilon = asked_epsilon(asked);
  if (!epsilon) return epsilon.error();
  request.epsilon = *epsilon;
  return request;
}

Result<Planned> plan_median(const Asked& asked) {
  const auto file = asked_domain_file(asked);
  if (!file) return file.error();
  auto question = asked_question(asked, *file);
  if (!question) return question.error();
  const auto request = asked_request(asked);
  if (!request) return request.error();
  const auto confidence = asked_confidence(asked);
  if (!confidence) return confidence.error();
  const auto people = asked_people(asked);
  if (!people) return people.error();
  auto where = asked_where(asked);
  if (!where) return where.error();
  if (*where) question->where = predicate_text(**where);
  const auto mechanism = QuantileMechanism::make(*std::move(question), *request);
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

// Of a member that is a text.
std::optional<Rational> member_of(const Json& json, const char* name) {
  if (!json.is_object() || !json.contains(name) || !json[name].is_string())
    return std::nullopt;
  const auto number = Rational::parse(json[name].get_ref<const std::string&>());
  return number ? std::optional(*number) : std::nullopt;
}

}  // namespace

std::vector<Verb> quantile_verbs() {
  return {{.name = kVerb,
           .summary = "the median or another quantile of a column, by rank",
           .promise =
               "epsilon-differential privacy, without a delta: whether any one person\n"
               "  (`person`; else one row) is in the table or not changes the odds of "
               "any\n  output by at most a factor exp(epsilon).",
           .example = {{"column", "salary"}, {"epsilon", "1"}},
           .fields = fields(),
           .plan = plan_median,
           .read = read_quantile}};
}

// Slopes tell their epsilon; the mechanism of that epsilon must say the same law.
Result<Plan> read_quantile(const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other = unverified("its law is not that of a quantile of its question");
  const auto at = member_of(law, "at"), unit = member_of(law, "unit"),
             left = member_of(law, "left"), right = member_of(law, "right");
  const Person& person = question.person;
  if (!at || !unit || !left || !right || fewer_than || question.verb != kVerb ||
      question.column.empty() || !question.domain.columns().empty() ||
      !is_asked(person))
    return other;
  const std::int64_t rows = person.most_in_cell();
  const Rational epsilon = std::max(*at, Rational(1) - *at) * (*left + *right) * rows;
  const auto mechanism = QuantileMechanism::make(question, {*at, epsilon, *unit});
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
