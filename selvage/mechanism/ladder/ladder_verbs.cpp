#include "selvage/mechanism/ladder/ladder_verbs.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/column_question.hpp"
#include "selvage/mechanism/ladder/ladder.hpp"
#include "selvage/summary/most_rows.hpp"

namespace selvage {
namespace {

constexpr const char* kVerb = "quantile";

std::vector<Field> ladder_fields() {
  std::vector<Field> all = {
      {"column", "NAME", "the column of numbers"},
      {"at", "Q", "which quantile, between 0 and 1: 0.9"},
      {"by", "NAME=VALUES", "a column of groups; may be repeated", true},
      {"unit",
       "U",
       "a power of ten that values are rounded to (0.000001)",
       false,
       {},
       true},
      {"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"},
      {"mechanism", "WORD", "ladder, where rows are few; or drop-only"}};
  for (Field& field : common_fields()) all.push_back(std::move(field));
  return all;
}

Result<LadderRequest> asked_ladder(const Asked& asked) {
  LadderRequest request;
  const auto at = asked.number("at", "0.9");
  if (!at) return at.error();
  if (!*at)
    return wrong_field("at", "`at` names no quantile; write for example 0.9", "0.9");
  request.at = **at;
  const auto unit = asked_column_unit(asked);
  if (!unit) return unit.error();
  if (unit->moments)
    return wrong_field("mechanism",
                       "`mechanism` ladder is not for dates and times; leave it out");
  request.unit = *unit;
  const auto epsilon = asked_epsilon(asked);
  if (!epsilon) return epsilon.error();
  request.epsilon = *epsilon;
  return request;
}

Result<Planned> plan_ladder(const Asked& asked) {
  using Made = Result<std::shared_ptr<const LadderMechanism>>;
  return plan_column(kVerb, asked, [&](Question question) -> Made {
    const auto request = asked_ladder(asked);
    if (!request) return request.error();
    return LadderMechanism::make(std::move(question), *request);
  });
}

}  // namespace

Verb ladder_verb() {
  return {.name = kVerb,
          .summary = "one or more quantiles of a column, by rank",
          .promise =
              "epsilon-differential privacy, without a delta: whether any one person\n"
              "  (`person`; else one row) is in the table or not changes the odds of "
              "any\n  output by at most a factor exp(epsilon).",
          .example = {{"column", "salary"}, {"at", "0.9"}, {"epsilon", "1"}},
          .fields = ladder_fields(),
          .plan = plan_ladder,
          .read = read_ladder};
}

bool tells_of_ladder(const MechanismRecord& record) {
  const auto& own = record.question.own;
  return std::any_of(own.begin(), own.end(),
                     [](const auto& asked) { return asked.first == "ladder"; });
}

Result<Plan> read_ladder(const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other = unverified("its law is not that of a ladder of its question");
  const auto first = law_number(law, "first"), at = law_number(law, "at");
  const auto unit = law_unit(law);
  if (question.verb != kVerb || fewer_than || question.column.empty() || !first ||
      !at || !unit || unit->moments || !can_be_asked(question.person))
    return other;
  const auto mechanism = LadderMechanism::make(
      question, {*at, *first * (2 * most_rows(question.person)), *unit});
  return same_as_told(mechanism, record, other);
}

}  // namespace selvage
