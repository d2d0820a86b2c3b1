#include "selvage/engine/certify.hpp"

#include "selvage/engine/planning.hpp"
#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/mechanism/cells/cells_law.hpp"
#include "selvage/mechanism/cells/estimate.hpp"
#include "selvage/mechanism/cells/warnings.hpp"

namespace selvage {
namespace {

std::string where_text(const Request& request) {
  return request.where ? predicate_text(*request.where) : std::string();
}

Accuracy accuracy_of(const Request& request, const ErrorStatement& error,
                     const Rational& unit) {
  return {.alpha = 0,
          .beta = unit * error.bound,
          .gamma = Rational(1) - error.confidence,
          .distortion = Distortion::none,
          .metric = error_metric(request.verb)};
}

// Keys of a domain file may hold commas; then their list is no text that could be
// asked.
std::string asked_text(const DomainColumn& column) {
  const std::string text = column.text();
  if (!std::holds_alternative<KeyList>(column.values) || text.starts_with('@'))
    return text;
  const auto again = parse_values(text);
  const bool same = again && keys_digest(*again) == keys_digest(column.values);
  return same ? text : "@ a list of the domain file";
}

}  // namespace

Question question_of(const Request& request) {
  Question question{.verb = request.verb,
                    .table = request.table,
                    .domain = request.plan.reading.domain,
                    .asked = {},
                    .person = request.plan.reading.person,
                    .measure = request.plan.reading.measure,
                    .where = where_text(request),
                    .delimiter = request.delimiter};
  for (const DomainColumn& column : request.plan.reading.domain.columns()) {
    question.asked.push_back(asked_text(column));
    question.keys.push_back(keys_digest(column.values));
  }
  return question;
}

MechanismUsed mechanism_used(const CellsPlan& plan) {
  return {.name = mechanism_name(plan),
          .reason = plan.reason,
          .law = law_json(plan),
          .shown = shown_json(plan),
          .parameters = mechanism_parameters(plan)};
}

Release certify(const Request& request, const CellsPlan& plan, Drawn drawn,
                Promised promised) {
  const Estimator estimator(plan, request.confidence);
  Answer answer = answer_of(plan, drawn, request.confidence);
  Release release{.question = question_of(request),
                  .answer = std::move(answer),
                  .drawn = std::move(drawn),
                  .derivations = std::move(promised.derivations),
                  .accuracy = {},
                  .error = estimator.error(),
                  .errors_by_count = estimator.errors_by_count(),
                  .confidence = request.confidence,
                  .mechanism = mechanism_used(plan),
                  .verification = std::move(promised.verification),
                  .ledger = std::move(promised.ledger),
                  .notes = request.notes,
                  .warnings = release_warnings(request, plan)};
  if (!release.ledger) release.warnings.emplace_back(kNoLedgerWarning);
  if (release.error)
    release.accuracy.push_back(
        accuracy_of(request, *release.error, release.answer.numbers[0].unit));
  return release;
}

}  // namespace selvage
