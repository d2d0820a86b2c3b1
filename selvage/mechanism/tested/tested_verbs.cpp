#include "selvage/mechanism/tested/tested_verbs.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/column_question.hpp"
#include "selvage/mechanism/tested/tested.hpp"

namespace selvage {
namespace {

using Kind = TestedRequest::Kind;

struct NamedKind {
  const char* verb;
  Kind kind;
};
constexpr NamedKind kVerbs[] = {{"median", Kind::median},
                                {"iqr", Kind::scale},
                                {"trimmed-mean", Kind::trimmed_mean}};

std::vector<Field> tested_fields(Kind kind) {
  std::vector<Field> all = {{"column", "NAME", "the column of numbers"}};
  if (kind == Kind::trimmed_mean)
    all.push_back({"trim", "SHARE", "left out, half at either end (0.1)"});
  for (Field& field : std::vector<Field>{
           {"unit",
            "U",
            "a power of ten to round to (the type's, or 0.000001)",
            false,
            {},
            true},
           {"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"},
           {"delta", "NUMBER", "the chance that is given away: 1e-6"},
           {"mechanism", "WORD", "propose-test-release: as the paper has it"}})
    all.push_back(std::move(field));
  for (Field& field : common_fields()) all.push_back(std::move(field));
  return all;
}

Result<TestedRequest> tested_request(Kind kind, const Asked& asked) {
  TestedRequest request{.kind = kind, .epsilon = {}, .delta = {}};
  const auto people = asked_public_people(asked);
  if (!people) return people.error();
  request.people = *people;
  const auto trimmed = asked.number("trim", "0.1");
  if (!trimmed) return trimmed.error();
  if (*trimmed) request.trimmed = **trimmed;
  const auto unit = asked_decimal_unit(asked);
  if (!unit) return unit.error();
  if (unit->moments)
    return wrong_field("mechanism",
                       "`mechanism` propose-test-release is not for dates and times; "
                       "leave it out");
  if (unit->number) request.unit = unit->number->number;
  const auto epsilon = asked_epsilon(asked);
  if (!epsilon) return epsilon.error();
  request.epsilon = *epsilon;
  const auto delta = asked_delta_for(
      asked, "propose-test-release needs a delta, the chance that is given away");
  if (!delta) return delta.error();
  request.delta = *delta;
  return request;
}

Result<Planned> plan_tested(const NamedKind& named, const Asked& asked) {
  using Made = Result<std::shared_ptr<const TestedMechanism>>;
  return plan_column(named.verb, asked, [&](Question question) -> Made {
    auto request = tested_request(named.kind, asked);
    if (!request) return request.error();
    return TestedMechanism::make(std::move(question), *std::move(request));
  });
}

// The request that a law tells of; the mechanism that it makes must then say the same.
std::optional<TestedRequest> request_in(Kind kind, const Json& law) {
  const auto test = law_number(law, "test"), delta = law_number(law, "delta"),
             unit = law_number(law, "unit"), trimmed = law_number(law, "trimmed");
  const bool has_people =
      law.is_object() && law.contains("people") && law["people"].is_number_integer();
  if (!test || !delta || !unit || !has_people ||
      trimmed.has_value() != (kind == Kind::trimmed_mean))
    return std::nullopt;
  const auto [epsilons, deltas] = tested_parts(kind);
  TestedRequest request{.kind = kind,
                        .people = law["people"].get<std::int64_t>(),
                        .epsilon = *test * epsilons,
                        .delta = *delta * deltas,
                        .unit = *unit};
  if (trimmed) request.trimmed = *trimmed;
  return request;
}

}  // namespace

std::vector<Verb> tested_verbs() {
  std::vector<Verb> all;
  for (const NamedKind& named : kVerbs)
    all.push_back(
        {.name = named.verb,
         .summary = "the same, as the robust-statistics paper has it",
         .promise = "(epsilon, delta)-differential privacy.",
         .example = {{"column", "salary"}, {"epsilon", "1"}, {"delta", "1e-6"}},
         .fields = tested_fields(named.kind),
         .plan = [named](const Asked& asked) { return plan_tested(named, asked); },
         .read = read_tested});
  return all;
}

bool tells_of_tests(const MechanismRecord& record) {
  const auto& own = record.question.own;
  return std::find(own.begin(), own.end(),
                   std::pair<std::string, std::string>(
                       "mechanism", "propose-test-release")) != own.end();
}

Result<Plan> read_tested(const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other =
      unverified("its law is not that of propose-test-release on its question");
  const auto* named =
      std::find_if(std::begin(kVerbs), std::end(kVerbs),
                   [&](const NamedKind& one) { return question.verb == one.verb; });
  if (named == std::end(kVerbs) || fewer_than || question.column.empty() ||
      !can_be_asked(question.person))
    return other;
  auto request = request_in(named->kind, law);
  if (!request) return other;
  const auto mechanism = TestedMechanism::make(question, *std::move(request));
  return same_as_told(mechanism, record, other);
}

}  // namespace selvage
