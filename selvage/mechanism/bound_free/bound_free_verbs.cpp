#include "selvage/mechanism/bound_free/bound_free_verbs.hpp"

#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/bound_free/bound_free.hpp"
#include "selvage/mechanism/column_question.hpp"

namespace selvage {
namespace {

std::vector<Field> fields() {
  std::vector<Field> all = {
      {"column", "NAME", "the column of numbers"},
      {"unit",
       "U",
       "without bounds: 0.01, day (the type's, or 2^-32)",
       false,
       {},
       true},
      {"by", "NAME=VALUES", "one answer for each group; may be repeated", true},
      {"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"}};
  for (Field& field : common_fields()) all.push_back(std::move(field));
  return all;
}

Result<Planned> plan_bound_free(const std::string& verb, const Asked& asked) {
  using Made = Result<std::shared_ptr<const BoundFreeMechanism>>;
  return plan_column(verb, asked, [&](Question question) -> Made {
    auto unit = asked_column_unit(asked);
    if (!unit) return unit.error();
    const auto epsilon = asked_epsilon(asked);
    if (!epsilon) return epsilon.error();
    return BoundFreeMechanism::make(std::move(question), {*epsilon, *std::move(unit)});
  });
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
  const auto epsilon = law_number(law, "epsilon");
  const auto unit = law_unit(law);
  if (!epsilon || !unit || fewer_than || question.column.empty() ||
      !can_be_asked(question.person) ||
      (question.verb != "mean" && question.verb != "sum"))
    return other;
  const auto mechanism = BoundFreeMechanism::make(question, {*epsilon, *unit});
  return same_as_told(mechanism, record, other);
}

}  // namespace selvage
