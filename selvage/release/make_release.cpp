#include "selvage/release/make_release.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "selvage/mechanism/notes_of_drawn.hpp"

namespace selvage {
namespace {

MechanismUsed mechanism_used(const Mechanism& mechanism) {
  return {.name = mechanism.name(),
          .reason = mechanism.reason(),
          .law = mechanism.law(),
          .shown = mechanism.shown(),
          .parameters = mechanism.parameters()};
}

bool touches(const OpenEnds& ends, const Estimate& row) {
  return row.known && (row.lower <= ends.below->at || row.upper >= ends.above->at);
}

// That an answer is the last code of its side is seen from the answer, so that it may
// be said.
void add_touched(std::vector<OpenEnds> all, Release& release) {
  const auto& numbers = release.answer.numbers;
  all.resize(numbers.size());
  bool any = false;
  for (std::size_t s = 0; s < all.size(); ++s) {
    const auto& rows = numbers[s].rows;
    const bool touched =
        all[s].any() && std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
          return touches(all[s], row);
        });
    if (!touched) all[s] = {};
    any = any || touched;
  }
  if (any) release.open_ends = std::move(all);
}

}  // namespace

Release make_release(const Planned& planned, Drawn drawn,
                     std::vector<Derivation> promises, Verification verification,
                     std::optional<LedgerNote> ledger) {
  const Mechanism& mechanism = *planned.plan;
  Answer answer = mechanism.answer(drawn, planned.confidence);
  Release release{.question = planned.question,
                  .answer = std::move(answer),
                  .drawn = std::move(drawn),
                  .derivations = std::move(promises),
                  .accuracy = mechanism.accuracy(planned.confidence),
                  .confidence = planned.confidence,
                  .mechanism = mechanism_used(mechanism),
                  .verification = std::move(verification),
                  .ledger = std::move(ledger),
                  .notes = planned.notes,
                  .warnings = mechanism.warnings(planned.confidence)};
  for (Series& series : release.answer.numbers)
    series.quantity = mechanism.quantity(series, planned.confidence);
  // A release that is made again from a certificate has them already.
  if (const auto* noted = dynamic_cast<const NotesOfDrawn*>(&mechanism))
    for (std::string& note : noted->notes_of(release.drawn))
      if (std::find(release.notes.begin(), release.notes.end(), note) ==
          release.notes.end())
        release.notes.push_back(std::move(note));
  if (const auto* aside = dynamic_cast<const SetsAside*>(&mechanism)) {
    release.accuracy_derivations = aside->accuracy_derivations(planned.confidence);
    release.open_ends = aside->open_ends();
    // Where no key was found there are no answers, and their numbers are left out.
    if (release.open_ends.size() != release.answer.numbers.size())
      release.open_ends.clear();
    add_touched(aside->range_ends(), release);
  }
  const Rational& unit = release.answer.numbers.front().unit;
  for (const ErrorRow& row : mechanism.errors(std::nullopt, planned.confidence)) {
    if (!row.mean_absolute || !row.bound) continue;  // nothing is known of it
    if (row.count)                                   // in people
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

std::vector<Derivation> promises_for(const Mechanism& mechanism,
                                     Neighbours neighbours) {
  std::vector<Derivation> promises = mechanism.guarantees();
  const auto is_stated = [&](const Derivation& promise) {
    return std::holds_alternative<DpPromise>(promise.conclusion.promise) &&
           promise.conclusion.neighbours == neighbours;
  };
  if (neighbours == Neighbours::replace_person &&
      std::none_of(promises.begin(), promises.end(), is_stated))
    if (auto replaced = replace_from_add_remove(promises.front()))
      promises.push_back(*std::move(replaced));
  return promises;
}

std::string question_identity(const Question& question, const Mechanism& mechanism) {
  return question_identity(question, mechanism_used(mechanism), mechanism.fewer_than());
}

}  // namespace selvage
