#include "selvage/mechanism/certain/certain_verbs.hpp"

#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/certain/certain.hpp"
#include "selvage/mechanism/column_question.hpp"
#include "selvage/mechanism/test_request.hpp"

namespace selvage {
namespace {

constexpr const char* kQuantileVerb = "quantile";
constexpr const char* kSpreadVerb = "iqr";

std::vector<Field> certain_fields(const std::string& verb) {
  std::vector<Field> all = {{"column", "NAME", "the column of numbers, or of dates"}};
  if (verb == kQuantileVerb)
    all.push_back({"at", "Q", "which quantile, between 0 and 1: 0.9"});
  for (Field& field : std::vector<Field>{
           {"by", "NAME=VALUES", "a column of groups; may be repeated", true},
           {"unit",
            "U",
            "what to round to: 0.01, day (the type's, or 2^-32)",
            false,
            {},
            true},
           {"certain", "", "show it exactly or not at all; needs delta"},
           {"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"},
           {"delta", "NUMBER", "with certain: the chance that is given away, 1e-6"}})
    all.push_back(std::move(field));
  for (Field& field : common_fields()) all.push_back(std::move(field));
  return all;
}

Result<CertainRequest> certain_request(const std::string& verb, const Asked& asked) {
  CertainRequest request;
  if (verb == kQuantileVerb) {
    const auto texts = asked.texts("at");
    const auto at = texts.size() == 1 ? Rational::parse(texts[0])
                                      : Result<Rational>(unverified("none"));
    if (!at)
      return wrong_field(
          "at", "`at` with `certain` is one quantile; write for example 0.9", "0.9");
    request.at = *at;
  } else if (verb != kSpreadVerb) {
    request.at = Rational(1, 2);
  }
  // Of a spread the distances of codes matter, not their order alone.
  auto unit = request.at ? asked_column_unit(asked) : asked_linear_unit(asked);
  if (!unit) return unit.error();
  request.unit = *std::move(unit);
  const auto epsilon = asked_epsilon(asked);
  if (!epsilon) return epsilon.error();
  request.epsilon = *epsilon;
  const auto delta =
      asked_delta_for(asked, "`certain` needs a delta, the chance that is given away");
  if (!delta) return delta.error();
  request.delta = *delta;
  return request;
}

Result<Planned> plan_certain(const std::string& verb, const Asked& asked) {
  using Made = Result<std::shared_ptr<const CertainMechanism>>;
  return plan_column(verb, asked, [&](Question question) -> Made {
    auto request = certain_request(verb, asked);
    if (!request) return request.error();
    return CertainMechanism::make(std::move(question), *std::move(request));
  });
}

// The request that a law and its question tell of; the mechanism that it makes must
// then say the same.
std::optional<CertainRequest> certain_request_in(const Question& question,
                                                 const Json& law) {
  const auto epsilon = law_number(law, "epsilon"), delta = law_number(law, "delta");
  const auto unit = law_unit(law);
  if (!epsilon || !delta || !unit) return std::nullopt;
  CertainRequest request{law_number(law, "at"), *epsilon, *delta, *unit};
  const bool spread = question.verb == kSpreadVerb;
  if (spread == request.at.has_value() ||
      (question.verb == "median" && request.at != Rational(1, 2)))
    return std::nullopt;
  const std::int64_t tests = (spread ? 2 : 1) * groups_of_person(question);
  request.epsilon = *epsilon * tests;
  request.delta = *delta * tests;
  return request;
}

Verb certain_verb(const std::string& name) {
  return {.name = name,
          .summary = "the same, exactly or not at all",
          .promise = "(epsilon, delta)-differential privacy.",
          .example = {{"column", "salary"}, {"epsilon", "1"}, {"delta", "1e-6"}},
          .fields = certain_fields(name),
          .plan = [name](const Asked& asked) { return plan_certain(name, asked); },
          .read = read_certain};
}

}  // namespace

std::vector<Verb> certain_verbs() {
  return {certain_verb("median"), certain_verb(kQuantileVerb),
          certain_verb(kSpreadVerb)};
}

Result<Plan> read_certain(const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other =
      unverified("its law is not that of a certain answer to its question");
  const bool known = question.verb == "median" || question.verb == kQuantileVerb ||
                     question.verb == kSpreadVerb;
  if (!known || fewer_than || question.column.empty() || !can_be_asked(question.person))
    return other;
  auto request = certain_request_in(question, law);
  if (!request) return other;
  const auto mechanism = CertainMechanism::make(question, *std::move(request));
  return same_as_told(mechanism, record, other);
}

}  // namespace selvage
