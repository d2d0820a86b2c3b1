// From what was drawn to a release that says what was asked, how, and with which
// promise. Post-processing: no data is seen.
#include <nlohmann/json.hpp>

#include "selvage/engine/engine.hpp"

namespace selvage {
namespace {

MechanismUsed mechanism_used(const Mechanism& mechanism) {
  return {.name = mechanism.name(),
          .reason = mechanism.reason(),
          .law = mechanism.law(),
          .shown = mechanism.shown(),
          .parameters = mechanism.parameters()};
}

}  // namespace

std::vector<Derivation> promises_of(const Planned& planned,
                                    const std::optional<LedgerTerms>& terms) {
  std::vector<Derivation> promises = planned.plan->guarantees();
  if (terms && terms->neighbours == Neighbours::replace_person)
    if (auto replaced = replace_from_add_remove(promises.front()))
      promises.push_back(*std::move(replaced));
  return promises;
}

std::string question_identity(const Planned& planned) {
  return question_identity(planned.question, mechanism_used(*planned.plan),
                           planned.plan->fewer_than());
}

Release certify(const BoundQuestion& question, const Drawn& drawn,
                std::vector<Derivation> promises, std::optional<LedgerNote> ledger) {
  const Planned& planned = question.planned;
  const Mechanism& mechanism = *planned.plan;
  Release release{.question = planned.question,
                  .answer = mechanism.answer(drawn, planned.confidence),
                  .drawn = drawn,
                  .derivations = std::move(promises),
                  .accuracy = mechanism.accuracy(planned.confidence),
                  .confidence = planned.confidence,
                  .mechanism = mechanism_used(mechanism),
                  .verification = question.verification,
                  .ledger = std::move(ledger),
                  .notes = planned.notes,
                  .warnings = mechanism.warnings(planned.confidence)};
  const Rational& unit = release.answer.numbers.front().unit;
  for (const ErrorRow& row : mechanism.errors(std::nullopt, planned.confidence)) {
    if (row.count)  // in people
      release.errors_by_count.push_back(
          {*row.count, *row.mean_absolute, *row.bound->to_int64()});
    else  // in units
      release.error =
          ErrorStatement{*row.mean_absolute / unit, *(*row.bound / unit).to_int64(),
                         planned.confidence};
  }
  if (!release.ledger) release.warnings.emplace_back(kNoLedgerWarning);
  return release;
}

}  // namespace selvage
