// What every way of regression is asked alike, and how a certificate tells it.
#pragma once
#include "selvage/mechanism/regression/explaining.hpp"
#include "selvage/mechanism/verb.hpp"

namespace selvage {

struct RegressionColumns {
  Explaining x;
  Rational epsilon;
  ValueUnits unit;
  std::optional<CodeUnit> precision;  // none: the usual one
};

// y, x, the roundings, `own` and epsilon; caps of a person are not asked.
std::vector<Field> regression_fields(std::vector<Field> own);

// Of the plan that `make` makes from the question and its columns.
struct MadeRegression {
  Question question;
  Plan plan;
};
Result<Planned> plan_regression(
    const Asked& asked,
    const std::function<Result<MadeRegression>(Question, RegressionColumns)>& make);

// As a certificate tells them; none where a regression never would.
std::optional<RegressionColumns> recorded_columns(const MechanismRecord& record);
std::optional<Rational> recorded_number(const MechanismRecord& record,
                                        const char* name);
std::optional<std::string> recorded_field(const MechanismRecord& record,
                                          const char* name);
// The plan where it tells the same; else `other`.
Result<Plan> same_as_recorded(const MadeRegression& made, const MechanismRecord& record,
                              const Error& other);

}  // namespace selvage
