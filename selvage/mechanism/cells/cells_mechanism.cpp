#include "selvage/mechanism/cells/cells_mechanism.hpp"

#include <nlohmann/json.hpp>

#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/mechanism/cells/cells_evidence.hpp"
#include "selvage/mechanism/cells/cells_law.hpp"
#include "selvage/mechanism/cells/estimate.hpp"
#include "selvage/mechanism/cells/prior_rows.hpp"
#include "selvage/mechanism/cells/warnings.hpp"
#include "selvage/mechanism/planned_question.hpp"

namespace selvage {

std::string CellsMechanism::name() const { return mechanism_name(plan_); }

Json CellsMechanism::law() const { return law_json(plan_); }

Json CellsMechanism::shown() const { return shown_json(plan_); }

std::optional<std::int64_t> CellsMechanism::fewer_than() const {
  return hidden_below(plan_);
}

std::vector<std::pair<std::string, std::string>> CellsMechanism::parameters() const {
  return mechanism_parameters(plan_);
}

std::vector<ErrorRow> CellsMechanism::errors(const std::optional<Prior>& prior,
                                             const Rational& confidence) const {
  const Estimator estimator(plan_, confidence);
  std::vector<ErrorRow> rows;
  if (const auto error = estimator.error())
    rows.push_back({.count = std::nullopt,
                    .mean_absolute = error->mean_absolute * estimator.unit(),
                    .bound = estimator.unit() * error->bound});
  if (!rows.empty() || !prior) return rows;
  const auto planned =
      estimator.planned_bound(planned_rows(plan_.reading.domain, prior->people));
  rows.push_back({.count = std::nullopt,
                  .mean_absolute = std::nullopt,
                  .bound = planned ? std::optional(estimator.planned_unit() * *planned)
                                   : std::nullopt});
  return rows;
}

std::vector<Accuracy> CellsMechanism::accuracy(const Rational& confidence) const {
  const Estimator estimator(plan_, confidence);
  const auto error = estimator.error();
  if (!error) return {};
  return {{.alpha = 0,
           .beta = estimator.unit() * error->bound,
           .gamma = Rational(1) - error->confidence,
           .distortion = Distortion::none,
           .metric = "absolute error of one " + number_name(plan_.statistic)}};
}

std::vector<std::string> CellsMechanism::warnings(const Rational& confidence) const {
  return plan_warnings(plan_, warned_of(plan_, question_.table, confidence));
}

Needs CellsMechanism::needs() const { return {.reading = plan_.reading}; }

Result<Drawn> CellsMechanism::run(Reader& reader, RandomSource& random) const {
  return selvage::run(plan_, reader, random);
}

bool CellsMechanism::can_draw(const Drawn& drawn) const {
  return selvage::can_draw(plan_, drawn);
}

Answer CellsMechanism::answer(const Drawn& drawn, const Rational& confidence) const {
  return answer_of(plan_, drawn, confidence);
}

// The count of a description is that of rows with a number. Where the step was given
// a sum is that of the rounded values; else rounding is inside the intervals. [T35]
Quantity CellsMechanism::quantity(const Series& number, const Rational&) const {
  if (!number.with_intervals) return {};
  if (!plan_.reading.measure) return true_count(question_);
  if (number.name == "count") return count_of_numbers(question_);
  const Grid& grid = plan_.reading.measure->grid;
  Quantity quantity = true_number(number.name, question_);
  std::string cut = "values cut to " + grid.text();
  const bool rounded = plan_.statistic == Statistic::sum && grid.is_given();
  if (rounded) cut += " and rounded to " + grid.step().short_text();
  if (const std::string sums = own_text(question_, "sum_per_cell"); !sums.empty())
    cut += ", what each person adds to a cell cut to " + sums;
  if (rounded) quantity = quantity.with(Caveat::rounded, "");
  return quantity.with(Caveat::clamped, cut);
}

Evidence CellsMechanism::evidence(Effort effort) const {
  return cells_evidence(plan_, effort);
}

}  // namespace selvage
