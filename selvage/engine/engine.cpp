#include "selvage/engine/engine.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/engine/certify.hpp"
#include "selvage/engine/planning.hpp"
#include "selvage/engine/stored_answer.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/random/sampling/system_source.hpp"
#include "selvage/source/table_name.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {
namespace {

// What is said of a release, also for the neighbours that its ledger counts by. [T7]
std::vector<Derivation> promises_for(const CellsPlan& plan, Neighbours neighbours) {
  std::vector<Derivation> promises = plan.derivations;
  if (neighbours == Neighbours::replace_person)
    if (auto replaced = replace_from_add_remove(promises.front()))
      promises.push_back(*std::move(replaced));
  return promises;
}

// The charge stays, whatever happened: it is on disk before the first row is read.
Error after_charge(Error error, const LedgerPlace& place, const std::string& file) {
  error.message +=
      fmt::format("; entry {} of the ledger '{}' stays charged", place.id, file);
  return error;
}

// All that an answer needs and that can be had without looking at a row.
struct Ready {
  const Request& request;
  CellsPlan plan;
  Verification verification;
  std::unique_ptr<RandomSource> random;
  std::unique_ptr<Reader> table;

  Result<Drawn> look() const { return run(plan, *table, *random); }
};

Result<Ready> make_ready(const Request& request, const TableOptions& options) {
  auto plan = make_plan(request);  // no data yet
  if (!plan) return plan.error();
  auto verification = verify::verify_for_release(*plan);
  if (!verification) return verification.error();
  auto random = make_system_source();  // no entropy, no release
  if (!random) return random.error();
  const auto key = fresh_bounding_key();
  if (!key) return key.error();
  TableOptions rows = options;
  rows.where = request.where;
  rows.bounding_key = *key;
  rows.class_key = class_key(*plan);
  auto table = bind_table(request.table, plan->reading, rows);  // schema only
  if (!table) return table.error();
  return Ready{request, *std::move(plan), *std::move(verification), *std::move(random),
               *std::move(table)};
}

Result<Answered> answer_unaccounted(const Ready& ready) {
  auto released = ready.look();
  if (!released) return released.error();
  return Answered{certify(ready.request, ready.plan, *std::move(released),
                          {ready.plan.derivations, ready.verification, std::nullopt}),
                  std::nullopt};
}

// One request and the ledger it is charged to.
class Accounted {
 public:
  Accounted(const Ready& ready, Ledger ledger, std::string file)
      : ready_(ready),
        ledger_(std::move(ledger)),
        file_(std::move(file)),
        promises_(promises_for(ready.plan, ledger_.terms().neighbours)),
        question_(question_identity(question_of(ready.request),
                                    mechanism_used(ready.plan),
                                    hidden_below(ready.plan))) {}

  // The same question on the same label was answered before, and costs nothing now.
  Result<std::optional<Answered>> answered_before(const std::string& version) {
    const auto known = ledger_.find_answer(question_, version);
    if (!known) return known.error();
    if (!*known) return std::optional<Answered>();
    const auto charged = ledger_.record((*known)->entry.id);
    if (!charged) return charged.error();
    if (!was_promised(charged->entry))
      return wrong_field(
          "version",
          fmt::format("this question was answered as entry {} with other "
                      "promises; ask with the same `sampled` as then, or with "
                      "another `version`",
                      (*known)->entry.id));
    auto stored = read_stored(ready_.plan.reading.domain, (*known)->json);
    if (stored && !can_draw(ready_.plan, *stored)) stored = damaged_answer();
    if (!stored) return stored.error();
    auto answered = finish(certified(*std::move(stored)), (*known)->entry.id, true);
    if (!answered) return answered.error();
    return std::optional(*std::move(answered));
  }

  Result<Answered> answer_now(const std::string& version) {
    const auto place = ledger_.charge({.question = question_,
                                       .version = version,
                                       .guarantees = promises_,
                                       .unit = unit_of(ready_.plan.reading.person)});
    if (!place) return place.error();  // spend first,
    auto released = ready_.look();     // look second
    if (!released) return after_charge(released.error(), *place, file_);
    Release release = certified(*std::move(released));
    const auto kept = ledger_.store_answer(place->id, stored_text(release));
    if (!kept) return after_charge(kept.error(), *place, file_);
    return finish(std::move(release), place->id, false);
  }

 private:
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
  Release certified(Drawn released) const {
    Release release = certify(ready_.request, ready_.plan, std::move(released),
                              {promises_, ready_.verification, LedgerNote{}});
    if (!is_shown_later(release)) release.notes.push_back(not_shown_later());
    return release;
  }

  Result<Answered> finish(Release release, std::int64_t entry, bool before) {
    auto record = ledger_.record(entry);
    if (!record) return record.error();
    release.ledger = note_of(*record, file_, before);
    return Answered{std::move(release), *std::move(record)};
  }

  const Ready& ready_;
  Ledger ledger_;
  std::string file_;
  std::vector<Derivation> promises_;
  std::string question_;
};

}  // namespace

Result<Answered> answer(const Request& asked, const TableOptions& options,
                        const LedgerChoice& choice) {
  Request request = asked;
  if (choice.kind != LedgerChoice::Kind::none) request.version = choice.version;
  const auto ready = make_ready(request, options);  // plan, bind
  if (!ready) return ready.error();
  if (choice.kind == LedgerChoice::Kind::none) return answer_unaccounted(*ready);
  const auto name = parse_table_name(request.table);
  if (!name) return name.error();
  LedgerChoice found = choice;
  const auto file = ledger_file(choice, *name);
  if (!file) return file.error();
  found.file = *file;
  auto ledger = open_ledger(found, *name, unit_of(ready->plan.reading.person));
  if (!ledger) return ledger.error();
  Accounted accounted(*ready, *std::move(ledger), found.file);
  auto before = accounted.answered_before(choice.version);
  if (!before) return before.error();
  if (*before) return **std::move(before);
  return accounted.answer_now(choice.version);  // charge, look, run, store
}

}  // namespace selvage
