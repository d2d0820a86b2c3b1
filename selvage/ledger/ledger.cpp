#include "selvage/ledger/ledger.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/base/utc_time.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/ledger/ledger_file.hpp"
#include "selvage/ledger/ledger_rows.hpp"
#include "selvage/profile/profile.hpp"

namespace selvage {
namespace {

using Kind = SqliteTransaction::Kind;

const std::string kNone = "none";

SealedTerms sealed(const LedgerTerms& terms, const std::string& created) {
  return {created,
          terms.table,
          terms.caps ? terms.caps->epsilon.text() : kNone,
          terms.caps ? terms.caps->delta.text() : kNone,
          terms.caps && terms.caps->rho ? terms.caps->rho->text() : kNone,
          terms.profile.empty() ? kNone : profile_text(terms.profile),
          neighbours_name(terms.neighbours),
          accounting_name(terms.accounting),
          terms.unit.text()};
}

struct ReadTerms {
  LedgerTerms terms;
  std::string created, seal;
};

Result<ReadTerms> read_terms(SqliteDatabase& database, const std::string& path) {
  const auto rows = database.rows(kSelectTerms);
  if (!rows) return rows.error();
  if (rows->size() == 1) {
    const SealedTerms text = sealed_terms(rows->front());
    auto terms = parse_terms(text);
    std::string seal = rows->front().text(kSealOfTerms);
    if (terms && seal == seal_of(text))
      return ReadTerms{*std::move(terms), text.created, std::move(seal)};
  }
  return unreadable(
      fmt::format("the ledger '{}' is damaged: its terms are not those that "
                  "were sealed",
                  path));
}

// A file must be able to give back what it is given.
Outcome check_readable(const std::vector<Derivation>& guarantees) {
  for (const Derivation& derivation : guarantees) {
    const std::string text = derivation_text(derivation);
    const auto again = parse_derivation(text);
    if (!again || derivation_text(*again) != text)
      return wrong("a promise of this release is too large to be written down");
  }
  return Done{};
}

std::string others_text(const std::vector<Derivation>& guarantees,
                        std::optional<std::size_t> counted) {
  std::string text;
  for (std::size_t i = 0; i < guarantees.size(); ++i)
    if (i != counted)
      text += (text.empty() ? "" : ",") + derivation_text(guarantees[i]);
  return "[" + text + "]";
}

EntryGroup group_of(const Charge& charge, std::optional<std::size_t> counted) {
  EntryGroup group;
  for (std::size_t i = 0; i < charge.guarantees.size(); ++i)
    if (i == counted)
      group.counted = charge.guarantees[i];
    else
      group.others.push_back(charge.guarantees[i]);
  return group;
}

std::string kind_name(const Derivation& derivation) {
  return to_json(derivation.conclusion)["kind"].get<std::string>();
}

}  // namespace

std::optional<LedgerTerms> parse_terms(const SealedTerms& text) {
  LedgerTerms terms{.table = text.table};
  if (text.epsilon != kNone) {
    const auto epsilon = Rational::parse(text.epsilon);
    const auto delta = Rational::parse(text.delta);
    if (!epsilon || !delta) return std::nullopt;
    terms.caps = LedgerCaps{*epsilon, *delta};
  }
  if (text.rho != kNone) {
    const auto rho = Rational::parse(text.rho);
    if (!rho || !terms.caps) return std::nullopt;
    terms.caps->rho = *rho;
  }
  if (text.profile != kNone) {
    const auto profile = parse_profile(text.profile);
    if (!profile) return std::nullopt;
    terms.profile = *profile;
  }
  if (text.neighbours == neighbours_name(Neighbours::replace_person))
    terms.neighbours = Neighbours::replace_person;
  for (const auto accounting : {Accounting::planned, Accounting::sum, Accounting::rho})
    if (text.accounting == accounting_name(accounting)) terms.accounting = accounting;
  const auto unit = PrivacyUnit::parse(text.privacy_unit);
  if (!unit) return std::nullopt;
  terms.unit = *unit;
  // Whatever else stood there does not come back as the same words.
  const SealedTerms again = sealed(terms, text.created);
  if (seal_of(again) != seal_of(text) || !check_terms(terms)) return std::nullopt;
  return terms;
}

SealedTerms sealed_terms(const SqliteRow& row) {
  return {row.text(0), row.text(1), row.text(2), row.text(3), row.text(4),
          row.text(5), row.text(6), row.text(7), row.text(8)};
}

LedgerEntry entry_of(const SqliteRow& row) {
  return {{row.integer(0), row.text(6)},
          row.text(1),
          row.text(2),
          row.text(3),
          row.text(4),
          row.text(5),
          row.is_null(7) ? std::nullopt : std::optional(row.text(7))};
}

SealedEntry sealed(const LedgerEntry& entry) {
  return {entry.place.id, entry.time,    entry.question,
          entry.version,  entry.counted, entry.other};
}

Result<DpPromise> LedgerSpent::overall() const {
  if (uncounted && unbounded) return wrong(*unbounded);
  if (uncounted)
    return wrong(fmt::format(
        "entry {} promises no differential privacy, so none can be claimed of all "
        "entries together",
        *uncounted));
  return counted ? counted->promise() : DpPromise{};
}

Result<Ledger> Ledger::create(const std::string& path, const LedgerTerms& terms) {
  if (const auto ok = check_terms(terms); !ok) return ok.error();
  if (const auto clock = check_clock(); !clock) return clock.error();
  const SealedTerms text = sealed(terms, utc_time());
  if (!parse_terms(text))
    return wrong("the caps of this ledger are too long to be read");
  if (const auto made = create_ledger_file(path, text); !made) return made.error();
  return open(path);
}

Result<Ledger> Ledger::of(Result<SqliteDatabase> database, const std::string& path) {
  if (!database) return database.error();
  auto terms = read_terms(*database, path);
  if (!terms) return terms.error();
  return Ledger(*std::move(database), path, terms->terms, terms->created, terms->seal);
}

Result<Ledger> Ledger::open(const std::string& path) {
  return of(open_ledger_file(path), path);
}

Result<Ledger> Ledger::open_to_read(const std::string& path) {
  return of(open_ledger_file_to_read(path), path);
}

// The terms stand in the file itself, never in its log alone: they are made with it.
Result<std::string> Ledger::table_of(const std::string& path) {
  auto database = glance_at_ledger_file(path);
  if (!database) return database.error();
  const auto rows = database->rows("SELECT table_name FROM terms", {});
  if (!rows) return rows.error();
  if (rows->size() == 1) return rows->front().text(0);
  return unreadable(fmt::format("the ledger '{}' is damaged: it has no terms", path));
}

Result<LedgerPlace> Ledger::insert(const Charge& charge,
                                   std::optional<std::size_t> counted,
                                   LedgerTally& tally) {
  const auto before = head();
  if (!before) return before.error();
  SqliteValue derivation;
  std::string text = "null";
  if (counted) {
    text = derivation_text(charge.guarantees[*counted]);
    const auto stored = database_.rows(
        "INSERT INTO derivation (json) VALUES (?) ON CONFLICT (json) DO NOTHING",
        {text});
    if (!stored) return stored.error();
    const auto found =
        database_.rows("SELECT id FROM derivation WHERE json = ?", {text});
    if (!found) return found.error();
    if (found->size() != 1) return unsound("one of its derivations is lost");
    derivation = found->front().integer(0);
  }
  const SealedEntry entry{
      before->id + 1, utc_time(), charge.question,
      charge.version, text,       others_text(charge.guarantees, counted)};
  LedgerPlace place{entry.id, seal_of(entry, before->hash)};
  const auto stored =
      database_.rows("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)",
                     {entry.id, entry.time, entry.question, entry.version, derivation,
                      entry.other, place.hash});
  if (!stored) return stored.error();
  if (const auto added = tally.add(entry.id, entry.counted, entry.other); !added)
    return added.error();
  return place;
}

// Somebody with k rows has k times the epsilon of one row, so a sum over both kinds of
// promises would be true for nobody.
Outcome Ledger::check_unit(const PrivacyUnit& asked) const {
  const PrivacyUnit& ours = terms_.unit;
  if (asked == ours) return Done{};
  return Error{
      ErrorKind::budget_exceeded,
      fmt::format("the ledger refuses: '{}' adds up what is promised to {}, and this "
                  "release protects {}; ask {}, or name another ledger with `ledger` "
                  "FILE",
                  path_, ours.words(), asked.words(),
                  ours.column.empty() ? std::string("without `person`")
                                      : fmt::format("with `person` {}", ours.column)),
      "person", ours.column};
}

namespace {

bool is_average_case(const Charge& charge) {
  return std::any_of(
      charge.guarantees.begin(), charge.guarantees.end(), [](const Derivation& one) {
        return std::holds_alternative<RandomDpPromise>(one.conclusion.promise);
      });
}

// Whoever has seen an answer can choose a question whose average case is theirs. [T238]
Error asked_after_an_answer(const std::string& path) {
  return {ErrorKind::budget_exceeded,
          fmt::format(
              "the ledger refuses: an average-case promise holds only for a question "
              "that was fixed before any answer about the table was seen, and '{}' has "
              "entries already; ask with `epsilon` instead of `average_case`",
              path)};
}

// A disk that fails at the very end may have it all the same.
Error may_be_charged(Error error, const std::vector<LedgerPlace>& places,
                     const std::string& path) {
  if (!places.empty())
    error.message +=
        fmt::format("; entry {} may be charged, and 'selvage ledger show {}' tells",
                    places.back().id, path);
  return error;
}

// Whether all that was charged so far are average-case questions without an answer. The
// next one was then chosen before anything was seen, but for how many people there are,
// which these take for public. [T238, T347]
Result<bool> nothing_was_told(SqliteDatabase& database, const LedgerTally& before) {
  const auto& groups = before.groups();
  const bool average = std::all_of(groups.begin(), groups.end(), [](const auto& group) {
    return !group.counted &&
           std::any_of(group.others.begin(), group.others.end(), [](const auto& one) {
             return std::holds_alternative<RandomDpPromise>(one.conclusion.promise);
           });
  });
  if (!average) return false;
  const auto answers = database.rows("SELECT count(*) FROM answer", {});
  if (!answers) return answers.error();
  return answers->front().integer(0) == 0;
}

// No epsilon bounds it, so caps would no longer say anything about the table. [T238]
Error not_within_caps(const LedgerCaps& caps) {
  return {ErrorKind::budget_exceeded,
          fmt::format("the ledger refuses: an average-case promise leaves some people "
                      "without any epsilon, and the cap is epsilon {} for everybody; "
                      "ask with `epsilon` instead of `average_case`",
                      caps.epsilon.short_text())};
}

}  // namespace

Result<std::optional<std::size_t>> Ledger::countable(const Charge& charge) const {
  if (const auto same = check_unit(charge.unit); !same) return same.error();
  if (charge.guarantees.empty())
    return wrong("a release without any promise cannot be charged");
  const auto counted = counted_place(charge.guarantees, terms_);
  if (!counted) return counted.error();
  if (!*counted && terms_.caps && is_average_case(charge))
    return not_within_caps(*terms_.caps);
  const EntryGroup group = group_of(charge, *counted);
  const bool open = open_promise(group, terms_) != nullptr;
  if (!*counted && !open && !charge.gives_up_overall_claim)
    return wrong(
        fmt::format("a release that promises {} and no dp ends every overall claim "
                    "about the table; say so if that is wanted",
                    kind_name(charge.guarantees.front())));
  if (const auto ok = check_outliers(group, terms_); !ok) return ok.error();
  if (const auto ok = check_readable(charge.guarantees); !ok) return ok.error();
  return *counted;
}

Result<LedgerPlace> Ledger::charge(const Charge& charge) {
  auto places = charge_all(std::span(&charge, 1));
  if (!places) return places.error();
  return places->front();
}

// One transaction: what it reads stays true until it commits. Caps are decided by what
// was verified, not by what else the file may say.
Result<std::vector<LedgerPlace>> Ledger::charge_all(std::span<const Charge> charges) {
  if (const auto clock = check_clock(); !clock) return clock.error();
  std::vector<std::optional<std::size_t>> counted;
  for (const Charge& charge : charges) {
    const auto place = countable(charge);
    if (!place) return place.error();
    counted.push_back(*place);
  }
  LedgerTally before;
  std::vector<LedgerPlace> places;
  std::optional<std::size_t> refused;
  {
    auto transaction = SqliteTransaction::begin(database_, Kind::writing);
    if (!transaction) return transaction.error();
    if (const auto sealed = verify_new_entries(); !sealed)
      return Error{sealed.error().kind,
                   sealed.error().message + "; nothing was charged"};
    before = tally_;
    const auto untold = nothing_was_told(database_, before);
    if (!untold) return untold.error();
    if (!*untold)
      for (std::size_t i = 0; i < charges.size(); ++i)
        if (!counted[i] && is_average_case(charges[i]))
          return asked_after_an_answer(path_);
    for (std::size_t i = 0; i < charges.size() && !refused; ++i) {
      auto place = charge_within_caps(charges[i], counted[i], before);
      if (!place) return place.error();
      if (*place)
        places.push_back(**std::move(place));
      else
        refused = i;
    }
    if (!refused) {
      if (const auto committed = transaction->commit(); !committed)
        return may_be_charged(committed.error(), places, path_);
      tally_ = before;
      if (!places.empty()) verified_ = places.back();
    }
  }
  // Others need not wait while the sentence is found.
  if (refused)
    return refusal(before.releases(), charges[*refused].guarantees[*counted[*refused]],
                   terms_);
  // A charge that nobody will find is none: nothing may be looked at for it.
  if (database_.has_moved())
    return unreadable(
        fmt::format("the ledger '{}' was replaced or taken away while it was "
                    "charged; ask again",
                    path_));
  return places;
}

Result<std::optional<LedgerPlace>> Ledger::charge_within_caps(
    const Charge& charge, std::optional<std::size_t> counted, LedgerTally& before) {
  if (counted) {
    auto all = before.releases();
    all.push_back({charge.guarantees[*counted], 1});
    if (!within_caps(all, terms_)) return std::optional<LedgerPlace>();
    if (!terms_.profile.empty())
      if (auto refused =
              profile_refusal(before.groups(), group_of(charge, counted), terms_))
        return *std::move(refused);
  }
  auto place = insert(charge, counted, before);
  if (!place) return place.error();
  return std::optional(*std::move(place));
}

Outcome Ledger::store_answer(std::int64_t entry, const std::string& json) {
  auto transaction = SqliteTransaction::begin(database_, Kind::writing);
  if (!transaction) return transaction.error();
  const auto found = database_.rows(
      "SELECT e.seal, a.entry FROM entry e LEFT JOIN answer a ON a.entry = e.id "
      "WHERE e.id = ?",
      {entry});
  if (!found) return found.error();
  if (found->empty()) return wrong(fmt::format("the ledger has no entry {}", entry));
  if (!found->front().is_null(1))
    return wrong(fmt::format("entry {} has its answer already", entry));
  const std::string time = utc_time();
  const auto stored = database_.rows(
      "INSERT INTO answer VALUES (?, ?, ?, ?)",
      {entry, time, json, seal_of_answer(found->front().text(0), time, json)});
  if (!stored) return stored.error();
  return transaction->commit();
}

Result<std::optional<StoredAnswer>> Ledger::stored_answer(
    const std::string& where, const std::vector<SqliteValue>& arguments) {
  const auto found = database_.rows(
      "SELECT e.id, e.seal, a.time, a.json, a.seal FROM answer a "
      "JOIN entry e ON e.id = a.entry WHERE " +
          where + " ORDER BY e.id LIMIT 1",
      arguments);
  if (!found) return found.error();
  if (found->empty()) return std::optional<StoredAnswer>();
  const SqliteRow& row = found->front();
  StoredAnswer answer{{row.integer(0), row.text(1)}, row.text(2), row.text(3)};
  if (row.text(4) != seal_of_answer(answer.entry.hash, answer.time, answer.json))
    return unsound(fmt::format("the answer of entry {} was changed", answer.entry.id));
  return std::optional(std::move(answer));
}

Result<std::optional<StoredAnswer>> Ledger::answer_of(std::int64_t entry) {
  return stored_answer("e.id = ?", {entry});
}

Result<std::optional<StoredAnswer>> Ledger::find_answer(const std::string& question,
                                                        const std::string& version) {
  if (version.empty()) return std::optional<StoredAnswer>();
  return stored_answer("e.version = ? AND e.question = ?", {version, question});
}

Result<LedgerPlace> Ledger::head() {
  const auto last = database_.rows(
      "SELECT 0, seal, 0 FROM terms UNION ALL "
      "SELECT * FROM (SELECT id, seal, id FROM entry ORDER BY id DESC LIMIT 1) "
      "ORDER BY 1 DESC LIMIT 1");
  if (!last) return last.error();
  if (last->empty()) return unsound("its terms are gone");
  return LedgerPlace{last->front().integer(0), last->front().text(1)};
}

Result<std::vector<LedgerEntry>> Ledger::history() {
  std::vector<LedgerEntry> entries;
  const auto outcome = database_.each(kSelectEntries, {}, [&](const SqliteRow& row) {
    entries.push_back(entry_of(row));
    return Outcome(Done{});
  });
  if (!outcome) return outcome.error();
  return entries;
}

Result<LedgerSpent> Ledger::spent(std::optional<std::int64_t> up_to) {
  // One moment for all questions.
  const auto transaction = SqliteTransaction::begin(database_, Kind::reading);
  if (!transaction) return transaction.error();
  const std::int64_t last = up_to.value_or(INT64_MAX);
  const auto all = tally(last);
  if (!all) return all.error();
  LedgerSpent spent;
  const auto counts = database_.rows(
      "SELECT count(*), count(*) FILTER (WHERE a.entry IS NULL) "
      "FROM entry e LEFT JOIN answer a ON a.entry = e.id WHERE e.id <= ?",
      {last});
  if (!counts) return counts.error();
  spent.entries = counts->front().integer(0);
  spent.unanswered = counts->front().integer(1);
  spent.uncounted = all->uncounted();
  spent.random = random_sum(all->groups());
  for (const EntryGroup& group : all->groups())
    if (const auto* open = open_promise(group, terms_);
        open != nullptr && group.first == spent.uncounted)
      spent.unbounded =
          fmt::format("entry {} {}; nor can any bound all entries together",
                      group.first, open_sentence(*open));
  LedgerClaims claims = ledger_claims(all->groups(), terms_);
  spent.claims = std::move(claims.claims);
  spent.refused_claims = std::move(claims.refused);
  spent.no_claims_because = std::move(claims.none_because);
  const auto& releases = all->releases();
  if (releases.empty()) return spent;
  auto total = ledger_total(releases, terms_);
  if (!total) return total.error();
  spent.counted = *std::move(total);
  if (terms_.accounting == Accounting::rho) spent.rho = rho_spent(releases);
  if (spent.uncounted) return spent;
  auto capped = ledger_capped(releases, *spent.counted, terms_);
  if (!capped) return capped.error();
  spent.capped = *std::move(capped);
  return spent;
}

Result<LedgerRecord> Ledger::record(std::int64_t entry) {
  const auto terms = database_.rows(kSelectTerms);
  if (!terms) return terms.error();
  if (terms->size() != 1) return unsound("its terms are gone");
  const auto found = database_.rows(
      "SELECT e.id, e.time, e.question, e.version, ifnull(d.json, 'null'), e.other, "
      "e.seal, NULL, ifnull(b.seal, t.seal) FROM entry e CROSS JOIN terms t "
      "LEFT JOIN derivation d ON d.id = e.counted "
      "LEFT JOIN entry b ON b.id = e.id - 1 WHERE e.id = ?",
      {entry});
  if (!found) return found.error();
  if (found->empty()) return wrong(fmt::format("the ledger has no entry {}", entry));
  auto spent = this->spent(entry);
  if (!spent) return spent.error();
  const SqliteRow& row = found->front();
  return LedgerRecord{sealed_terms(terms->front()), sealed(entry_of(row)), row.text(8),
                      row.text(6), *std::move(spent)};
}

Error Ledger::unsound(const std::string& what) const {
  return {ErrorKind::unverified,
          fmt::format("the ledger '{}' is wrong: {}", path_, what)};
}

}  // namespace selvage
