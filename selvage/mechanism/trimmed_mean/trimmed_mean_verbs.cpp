#include "selvage/mechanism/trimmed_mean/trimmed_mean_verbs.hpp"

#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/column_question.hpp"
#include "selvage/mechanism/test_request.hpp"
#include "selvage/mechanism/trimmed_mean/trimmed_mean.hpp"

namespace selvage {
namespace {

constexpr const char* kVerb = "trimmed-mean";

std::vector<Field> trimmed_mean_fields() {
  std::vector<Field> all = {
      {"column", "NAME", "the column of numbers"},
      {"trim", "SHARE", "left out, half at either end, between 0 and 1 (0.1)"},
      {"by", "NAME=VALUES", "a column of groups; may be repeated", true},
      {"unit",
       "U",
       "a power of ten to round to (the type's, or 0.000001)",
       false,
       {},
       true},
      {"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"},
      {"delta", "NUMBER", "the chance that is given away: 1e-6"}};
  for (Field& field : common_fields()) all.push_back(std::move(field));
  return all;
}

Result<TrimmedMeanRequest> trimmed_mean_request(const Asked& asked) {
  TrimmedMeanRequest request;
  const auto trimmed = asked.number("trim", "0.1");
  if (!trimmed) return trimmed.error();
  if (*trimmed) request.trimmed = **trimmed;
  const auto unit = asked_decimal_unit(asked);
  if (!unit) return unit.error();
  if (unit->moments)
    return wrong_field(
        "unit",
        "a trimmed mean is of numbers; write a unit that is a number, or "
        "ask for the mean of dates");
  if (unit->number) request.unit = unit->number->number;
  const auto epsilon = asked_epsilon(asked);
  if (!epsilon) return epsilon.error();
  request.epsilon = *epsilon;
  const auto delta = asked_delta_for(
      asked, "a trimmed mean needs a delta, the chance that is given away");
  if (!delta) return delta.error();
  request.delta = *delta;
  return request;
}

Result<Planned> plan_trimmed_mean(const Asked& asked) {
  using Made = Result<std::shared_ptr<const TrimmedMeanMechanism>>;
  return plan_column(kVerb, asked, [&](Question question) -> Made {
    auto request = trimmed_mean_request(asked);
    if (!request) return request.error();
    return TrimmedMeanMechanism::make(std::move(question), *std::move(request));
  });
}

}  // namespace

std::vector<Verb> trimmed_mean_verbs() {
  return {
      {.name = kVerb,
       .summary = "the mean without the lowest and highest values, no bounds",
       .promise =
           "(epsilon, delta)-differential privacy: whether any one person\n"
           "  (`person`; else one row) is in the table or not changes the odds of "
           "any\n  output by at most a factor exp(epsilon), but for a chance delta.",
       .example = {{"column", "salary"}, {"epsilon", "1"}, {"delta", "1e-6"}},
       .fields = trimmed_mean_fields(),
       .plan = plan_trimmed_mean,
       .read = read_trimmed_mean}};
}

Result<Plan> read_trimmed_mean(const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other =
      unverified("its law is not that of a trimmed mean of its question");
  const auto release = law_number(law, "release"), delta = law_number(law, "delta"),
             trimmed = law_number(law, "trimmed"), unit = law_number(law, "unit");
  if (question.verb != kVerb || fewer_than || question.column.empty() || !release ||
      !delta || !trimmed || !unit || !can_be_asked(question.person))
    return other;
  const std::int64_t groups = groups_of_person(question);
  const auto mechanism = TrimmedMeanMechanism::make(
      question, {*trimmed, *release * (2 * groups), *delta * (2 * groups), *unit});
  return same_as_told(mechanism, record, other);
}

}  // namespace selvage
