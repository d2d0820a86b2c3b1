#include "selvage/mechanism/robust_regression/robust_verbs.hpp"

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/regression/regression_fields.hpp"
#include "selvage/mechanism/robust_regression/robust_regression.hpp"

namespace selvage {
namespace {

Result<MadeRegression> made_robust(Question question, RegressionColumns columns,
                                   const Rational& delta) {
  RobustRequest request{
      .x = std::move(columns.x), .epsilon = columns.epsilon, .delta = delta};
  request.unit = std::move(columns.unit);
  if (columns.precision) request.precision = *columns.precision;
  auto mechanism =
      RobustRegressionMechanism::make(std::move(question), std::move(request));
  if (!mechanism) return mechanism.error();
  return MadeRegression{(*mechanism)->question(), *mechanism};
}

Result<Planned> plan_robust(const Asked& asked) {
  const auto delta = asked.number("delta", "1e-6");
  if (!delta) return delta.error();
  if (!*delta)
    return wrong_field("delta",
                       "a robust regression needs a delta, the chance that is given "
                       "away; write for example `delta` 1e-6",
                       "1e-6");
  return plan_regression(asked, [&](Question question, RegressionColumns columns) {
    return made_robust(std::move(question), std::move(columns), **delta);
  });
}

Result<Plan> read_robust(const MechanismRecord& record) {
  const Error other = unverified("its law is not that of a robust regression");
  const auto columns = recorded_columns(record);
  const auto delta = recorded_number(record, "delta");
  if (!columns || !delta) return other;
  const auto made = made_robust(record.question, *columns, *delta);
  if (!made) return made.error();
  return same_as_recorded(*made, record, other);
}

}  // namespace

Verb robust_regression_verb() {
  return {.name = "regression",
          .summary = "a column explained by others, whatever few people are",
          .promise =
              "(epsilon, delta)-differential privacy: whether any one person\n"
              "  (`person`, with all their rows; else one row) is in the table or not "
              "changes\n  the odds of any output by at most a factor exp(epsilon), but "
              "for a chance delta.",
          .example = {{"y", "bonus"}, {"x", "salary"}, {"epsilon", "1"}},
          .fields = regression_fields(
              {{"mechanism", "robust",
                "few people cannot move it; needs delta, and more people"},
               {"delta", "NUMBER", "the chance that robust gives away: 1e-6"}}),
          .plan = plan_robust,
          .read = read_robust};
}

bool is_robust_regression(const MechanismRecord& record) {
  return recorded_field(record, "mechanism") == "robust";
}

}  // namespace selvage
