#include "selvage/engine/engine.hpp"

#include <algorithm>
#include <exception>
#include <functional>
#include <new>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/stopping.hpp"
#include "selvage/base/thousands.hpp"
#include "selvage/base/utc_time.hpp"
#include "selvage/engine/stored_answer.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/guarantee/random_dp.hpp"
#include "selvage/random/sampling/system_source.hpp"
#include "selvage/summary/table_name.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {
namespace {

// What a library throws may quote data: its text is not told.
template <class Value>
Result<Value> without_exceptions(const std::function<Result<Value>()>& work) try {
  return work();
} catch (const std::bad_alloc&) {
  return unreadable("there is not enough memory");
} catch (const std::exception&) {
  return unreadable("an internal error ended the command");
}

// The charge stays, whatever happened: it is on disk before the first row is read.
Error after_charge(Error error, const LedgerPlace& place, const std::string& file) {
  error.message +=
      fmt::format("; entry {} of the ledger '{}' stays charged", place.id, file);
  return error;
}

// Whoever has a row that counts for somebody: one row of each person, or every row.
Person once_each(const Person& person) {
  return {.column = person.column, .per_person = PerPerson::first};
}

// The number is public by the promise itself, and what is promised is about tables of
// so many people: of another one nothing would be true. It is looked at after the
// charge, as everything is. [T347]
Outcome check_people(const BoundQuestion::PublicPeople& people,
                     const Question& question) {
  const auto cells = people.counted->cells();
  if (!cells) return cells.error();
  std::int64_t there = 0;
  for (const CellSums& cell : cells->sums) there += cell.rows;
  if (there == people.promised) return Done{};
  const std::string& person = question.person.column;
  return wrong_field(
      "people",
      fmt::format("the table has {} {} and `people` is {}; an average-case promise "
                  "takes that number for public, and is about tables of so many; write "
                  "`people` {}",
                  thousands(there),
                  person.empty() ? std::string("rows")
                                 : fmt::format("different people in '{}'", person),
                  thousands(people.promised), there),
      std::to_string(there));
}

bool speaks_of_a_sample(const std::vector<Derivation>& promises) {
  return std::any_of(promises.begin(), promises.end(), [](const Derivation& one) {
    return std::holds_alternative<DistributionalPromise>(one.conclusion.promise);
  });
}

// Nobody is sampled anew for the next question. [T67]
std::string same_sample_note(std::int64_t entry) {
  return fmt::format(
      "the promise against somebody who is unsure who was sampled is about this "
      "release alone: {} of the same ledger {} about the same sample, and for all of "
      "them together nothing is promised against such an adversary",
      entry == 2 ? "entry 1" : fmt::format("entries 1 to {}", entry - 1),
      entry == 2 ? "is" : "are");
}

// One question and the ledger it is charged to.
class Accounted {
 public:
  Accounted(const BoundQuestion& question, Ledger ledger, std::string file,
            TellCharge tell)
      : question_(question),
        ledger_(std::move(ledger)),
        file_(std::move(file)),
        tell_(std::move(tell)),
        promises_(promises_of(question.planned, ledger_.terms())) {}

  // The same question on the same label was answered before, and costs nothing now.
  Result<std::optional<Answered>> answered_before() {
    const auto known = ledger_.find_answer(question_identity(question_.planned),
                                           question_.planned.question.version);
    if (!known) return known.error();
    if (!*known) return std::optional<Answered>();
    const auto charged = ledger_.record((*known)->entry.id);
    if (!charged) return charged.error();
    if (!was_promised(charged->entry))
      return wrong(
          fmt::format("this question was answered as entry {} with other promises; ask "
                      "with the same `sampled` as then, or with another `version`",
                      (*known)->entry.id));
    auto stored = read_stored(question_.planned.question.domain, (*known)->json);
    if (!stored) return stored.error();
    if (!question_.planned.plan->can_draw(*stored)) return damaged_answer();
    const std::int64_t entry = (*known)->entry.id;
    auto answered = finish(certified(*std::move(stored), entry), entry, true);
    if (!answered) return answered.error();
    return std::optional(*std::move(answered));
  }

  Result<Answered> answer_now() {
    tell(ChargeNews::State::charging, 0);
    const auto places = charge(ledger_, std::span(&question_, 1));
    if (!places) return places.error();  // spend first,
    const LedgerPlace& place = places->front();
    tell(ChargeNews::State::charged, place.id);
    auto release = without_exceptions<Release>([&]() -> Result<Release> {
      try {
        return look(place);  // look second
      } catch (const Stopped&) {
        return Error{ErrorKind::interrupted, "stopped"};
      }
    });
    if (!release) return after_charge(release.error(), place, file_);
    tell(ChargeNews::State::answered, place.id);
    return finish(*std::move(release), place.id, false);
  }

 private:
  // The answer, which the ledger keeps.
  Result<Release> look(const LedgerPlace& place) {
    auto drawn = run(question_);
    if (!drawn) return drawn.error();
    Release release = certified(*std::move(drawn), place.id);
    const auto kept = ledger_.store_answer(place.id, stored_text(release));
    if (!kept) return kept.error();
    return release;
  }

  void tell(ChargeNews::State state, std::int64_t entry) const {
    if (tell_) tell_({state, file_, entry});
  }

  // Whether this is what was charged for the entry.
  bool was_promised(const SealedEntry& entry) const {
    std::vector<std::string> now;
    for (const Derivation& promise : promises_) now.push_back(derivation_text(promise));
    std::string others = "[";
    bool counted = entry.counted == "null";
    for (const std::string& text : now) {
      if (!counted && text == entry.counted) {
        counted = true;
        continue;
      }
      others += (others.size() > 1 ? "," : "") + text;
    }
    return counted && others + "]" == entry.other;
  }

  // What its place in the ledger is is said when the ledger has it.
  Release certified(Drawn drawn, std::int64_t entry) const {
    Release release = certify(question_, std::move(drawn), promises_, LedgerNote{});
    if (entry > 1 && speaks_of_a_sample(promises_))
      release.notes.push_back(same_sample_note(entry));
    if (!is_shown_later(release)) release.notes.push_back(not_shown_later());
    return release;
  }

  Result<Answered> finish(Release release, std::int64_t entry, bool before) {
    auto record = ledger_.record(entry);
    if (!record) return record.error();
    release.ledger = note_of(*record, file_, before);
    return Answered{std::move(release), *std::move(record)};
  }

  const BoundQuestion& question_;
  Ledger ledger_;
  std::string file_;
  TellCharge tell_;
  std::vector<Derivation> promises_;
};

}  // namespace

Result<BoundQuestion> bind(Planned planned, const TableOptions& options,
                           const TableOpener& open) {
  if (const auto clock = check_clock(); !clock) return clock.error();
  auto verification = verify::verify_for_release(*planned.plan);
  if (!verification) return verification.error();
  auto random = make_system_source();  // no entropy, no release
  if (!random) return random.error();
  const auto key = fresh_bounding_key();
  if (!key) return key.error();
  const Needs needs = planned.plan->needs();
  TableOptions rows = options;
  rows.where = planned.where;
  rows.bounding_key = *key;
  rows.class_key = needs.class_key;
  if (!planned.question.delimiter.empty())
    rows.delimiter = planned.question.delimiter[0];
  rows.dialect = planned.question.dialect;
  auto table = open(planned.question.table, needs.reading, rows);  // schema only
  if (!table) return table.error();
  BoundQuestion bound{std::move(planned), *std::move(verification), *std::move(random),
                      *std::move(table)};
  const auto people = public_people(bound.planned.plan->guarantees().front());
  if (!people) return bound;
  rows.where = std::nullopt;
  auto everybody = open(bound.planned.question.table,
                        {.domain = *Domain::make({}),
                         .measure = std::nullopt,
                         .person = once_each(bound.planned.question.person)},
                        rows);
  if (!everybody) return everybody.error();
  bound.people = {*people, *std::move(everybody)};
  return bound;
}

Result<std::vector<LedgerPlace>> charge(Ledger& ledger,
                                        std::span<const BoundQuestion> questions) {
  std::vector<Charge> charges;
  for (const BoundQuestion& question : questions) {
    charges.push_back({.question = question_identity(question.planned),
                       .version = question.planned.question.version,
                       .guarantees = promises_of(question.planned, ledger.terms()),
                       .unit = unit_of(question.planned.question.person)});
    // Such a promise is only made where it was asked for by name.
    charges.back().gives_up_overall_claim = std::holds_alternative<RandomDpPromise>(
        charges.back().guarantees.front().conclusion.promise);
  }
  return ledger.charge_all(charges);
}

Result<Drawn> run(const BoundQuestion& question) {
  if (question.people)
    if (auto right = check_people(*question.people, question.planned.question); !right)
      return right.error();
  return question.planned.plan->run(*question.table, *question.random);
}

namespace {

Result<Answered> answer_telling(Planned planned, const TableOptions& options,
                                const TableOpener& open, const LedgerChoice& choice,
                                const TellCharge& tell) {
  const auto name = parse_table_name(planned.question.table);
  if (!name) return name.error();
  const auto bound = bind(std::move(planned), options, open);
  if (!bound) return bound.error();
  if (choice.kind == LedgerChoice::Kind::none) {
    auto drawn = run(*bound);
    if (!drawn) return drawn.error();
    return Answered{certify(*bound, *std::move(drawn),
                            promises_of(bound->planned, std::nullopt), std::nullopt),
                    std::nullopt};
  }
  LedgerChoice found = choice;
  const auto file = ledger_file(choice, *name);
  if (!file) return file.error();
  found.file = *file;
  auto ledger = open_ledger(found, *name, unit_of(bound->planned.question.person));
  if (!ledger) return ledger.error();
  Accounted accounted(*bound, *std::move(ledger), found.file, tell);
  auto before = accounted.answered_before();
  if (!before) return before.error();
  if (*before) return **std::move(before);
  return accounted.answer_now();
}

// A stop that was told by nobody who knows of the charge.
Error stopped_at(const ChargeNews& last) {
  if (last.state == ChargeNews::State::charging)
    return {ErrorKind::interrupted, "stopped; nothing was charged"};
  return {ErrorKind::interrupted,
          fmt::format("stopped; entry {} of the ledger '{}' is charged and answered",
                      last.entry, last.file)};
}

}  // namespace

Result<Answered> answer(Planned planned, const TableOptions& options,
                        const TableOpener& open, const LedgerChoice& choice,
                        const TellCharge& tell) {
  ChargeNews last = {ChargeNews::State::charging, ""};
  const auto hear = [&](const ChargeNews& news) {
    last = news;
    if (tell) tell(news);
  };
  try {
    auto answered = answer_telling(std::move(planned), options, open, choice, hear);
    if (answered || answered.error().kind != ErrorKind::interrupted ||
        last.state != ChargeNews::State::charging)
      return answered;
    return Error{ErrorKind::interrupted,
                 answered.error().message + "; nothing was charged"};
  } catch (const Stopped&) {
    return stopped_at(last);
  }
}

}  // namespace selvage
