// The account of what was promised about one table: spend first, look second. A charge
// is committed to disk before charge() returns; entries are never changed and each is
// sealed together with all before it. docs/ledger.md says what that proves.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "selvage/ledger/ledger_chain.hpp"
#include "selvage/ledger/ledger_tally.hpp"
#include "selvage/ledger/ledger_total.hpp"
#include "selvage/ledger/sqlite_database.hpp"

namespace selvage {

struct Charge {
  // Canonical JSON of everything that decides the law of the answer: the question with
  // its parameters. Equal texts are the same question.
  std::string question;
  std::string version;  // label of the state of the table; empty for none
  // Of this one release. The first dp or zcdp promise that the ledger can add counts;
  // outlier promises beside it go into the claims. An outlier promise alone that is
  // infinity for large classes is taken where there are no caps.
  std::vector<Derivation> guarantees;
  // The release promises no dp (random_dp alone, say), and the officer knows that
  // afterwards no overall claim can be made about the table.
  bool gives_up_overall_claim = false;
  // Whom the release protects: the ledger's own unit, or it is refused.
  PrivacyUnit unit = {};
};

// A place in the chain: 0 and the seal of the terms before the first entry.
struct LedgerPlace {
  std::int64_t id = 0;
  std::string hash;  // 64 hexadecimal digits
  bool operator==(const LedgerPlace&) const = default;
};

struct LedgerEntry {
  LedgerPlace place;
  std::string time, question, version;
  std::string counted;  // JSON of the derivation that counts; "null" if none does
  std::string other;    // JSON list of the derivations that do not
  std::optional<std::string> answered;  // when; none for charged and unanswered
  bool operator==(const LedgerEntry&) const = default;
};

struct StoredAnswer {
  LedgerPlace entry;
  std::string time, json;
};

struct LedgerSpent {
  std::int64_t entries = 0;
  std::int64_t unanswered = 0;  // charged, and without an answer
  // Everything that counts, as it is so far, by the ledger's accounting; none while
  // nothing does. Adaptive: "sum", by basic composition, while the sum fits; else
  // "concentrated", by the budget filter.
  std::optional<CompositionWay> counted;
  // On a ledger with a budget in rho, the rhos so far.
  Rational rho;
  // What may be claimed of all entries together: adaptive, the caps by the budget
  // filter; else the derivation of `counted`. None while nothing counts, and where an
  // entry promises no dp.
  std::optional<Derivation> capped;
  // The first entry that promises no dp at all; and, where it has an outlier promise
  // that is infinity for large classes, the sentence that says so.
  std::optional<std::int64_t> uncounted;
  std::optional<std::string> unbounded;
  // Sums over the entries that promise random_dp and no dp. They hold if these
  // questions were fixed before any answer was seen.
  std::optional<RandomDpPromise> random;
  // What people in small classes have: an outlier promise of all entries together for
  // each partition that was spoken of, why it cannot be made for some, or for none.
  std::vector<Derivation> claims;
  std::vector<std::string> refused_claims;
  std::optional<std::string> no_claims_because;

  // (epsilon, delta) of all entries together, or why that cannot be claimed.
  Result<DpPromise> overall() const;
};

// The terms behind their texts; none where no ledger has such terms.
std::optional<LedgerTerms> parse_terms(const SealedTerms& text);

// One entry with all that its seal covers, and what was spent up to it: what a
// certificate says of its ledger.
struct LedgerRecord {
  SealedTerms terms;
  SealedEntry entry;
  std::string previous, seal;
  LedgerSpent spent;
};

// What became of a ledger of an earlier version.
struct UpgradedLedger {
  std::int64_t from = 0;     // its version
  std::int64_t entries = 0;  // all of them taken over
  std::string copy;          // the file as it was
};

// One object belongs to one thread, and stays in the process that opened it. Any number
// of processes may have the same file open, on one machine.
class Ledger {
 public:
  // Refuses an existing file.
  static Result<Ledger> create(const std::string& path, const LedgerTerms& terms);
  // Refuses what is not a ledger, a damaged one and one of a newer selvage.
  static Result<Ledger> open(const std::string& path);
  // Only to look at it, also where it may not be written.
  static Result<Ledger> open_to_read(const std::string& path);

  // Takes over a ledger that an earlier selvage made, with all it has spent: every seal
  // is checked and made anew, a copy of the file as it was stays beside it. All of it
  // or nothing, whatever ends the process.
  static Result<UpgradedLedger> upgrade(const std::string& path);

  // The table that its terms name, of an earlier version too; or why the file is no
  // ledger, or cannot be read. A glance: no seal is checked, nothing is waited for or
  // made beside it.
  static Result<std::string> table_of(const std::string& path);

  const LedgerTerms& terms() const { return terms_; }
  const std::string& created() const { return created_; }  // when

  // Spends, or says why not: budget_exceeded if the caps would be passed, or the
  // release protects another unit; invalid_request if the promises cannot be counted
  // here; unreadable if the file cannot be written; unverified if it holds what was not
  // sealed. After an error nothing is spent, except that an error of the
  // disk at the very end of a charge may leave it spent.
  Result<LedgerPlace> charge(const Charge& charge);
  // The same for all of them in one transaction: all are charged, or none is.
  Result<std::vector<LedgerPlace>> charge_all(std::span<const Charge> charges);

  // Once per entry. Refuses an entry that is not there, or has its answer.
  Outcome store_answer(std::int64_t entry, const std::string& json);
  // The first stored answer to the same question on the same version; never one for an
  // empty version, since unnamed states of a table need not be the same.
  // Of one entry; none while it has none.
  Result<std::optional<StoredAnswer>> answer_of(std::int64_t entry);
  Result<std::optional<StoredAnswer>> find_answer(const std::string& question,
                                                  const std::string& version);

  Result<LedgerPlace> head();
  Result<std::vector<LedgerEntry>> history();
  // Of all entries, or of those with an id up to this one. Fails (unverified) where a
  // seal does not fit: what was not sealed is not added up.
  Result<LedgerSpent> spent(std::optional<std::int64_t> up_to = std::nullopt);

  // Refuses an entry that is not there.
  Result<LedgerRecord> record(std::int64_t entry);

  // Recomputes every seal, every derivation, the sum and the claims, and compares the
  // tables; the error (unverified) is the first thing that is wrong.
  Outcome check();

  // A line for the terms, then one for each entry: all that the seals cover.
  Result<std::string> export_json_lines();
  // Everything spent as one event of Google's dp_accounting, in JSON: the fields of
  // DpEvent.to_named_tuple(). Numbers are doubles rounded towards more spent.
  Result<std::string> export_dp_events();

 private:
  Ledger(SqliteDatabase database, std::string path, LedgerTerms terms,
         std::string created, std::string terms_seal)
      : database_(std::move(database)),
        path_(std::move(path)),
        terms_(std::move(terms)),
        created_(std::move(created)),
        terms_seal_(std::move(terms_seal)),
        verified_{0, terms_seal_} {}

  // Within its transaction.
  static Result<UpgradedLedger> take_over(Ledger& ledger, std::int64_t version);
  static Result<Ledger> of(Result<SqliteDatabase> database, const std::string& path);
  Result<std::optional<StoredAnswer>> stored_answer(
      const std::string& where, const std::vector<SqliteValue>& arguments);
  // Which promise of it is counted; refuses what no ledger like this can count.
  Result<std::optional<std::size_t>> countable(const Charge& charge) const;
  // Within a transaction, after all of `before`, which the charge joins. None if the
  // caps refuse.
  Result<std::optional<LedgerPlace>> charge_within_caps(
      const Charge& charge, std::optional<std::size_t> counted, LedgerTally& before);
  Result<LedgerPlace> insert(const Charge& charge, std::optional<std::size_t> counted,
                             LedgerTally& tally);
  Outcome check_unit(const PrivacyUnit& asked) const;
  // Recomputes the seals of the terms and of all entries after a place that must still
  // be there, and shows each of these entries.
  Outcome walk_seals(const LedgerPlace& after,
                     const std::function<Outcome(const LedgerEntry&)>& use);
  Outcome add_to(LedgerTally& tally, const LedgerEntry& entry) const;
  // Of all entries up to this one; the seals of all are recomputed.
  Result<LedgerTally> tally(std::int64_t up_to = INT64_MAX);
  // Goes on to the entries that this object has not seen.
  Outcome verify_new_entries();
  Outcome check_entries();
  Outcome check_derivations();
  Outcome check_answers();
  Outcome check_sum();
  Error unsound(const std::string& what) const;

  SqliteDatabase database_;
  std::string path_;
  LedgerTerms terms_;
  std::string created_;
  std::string terms_seal_;  // as it was when the file was opened
  // Each entry is verified and added up once: up to this place. Only what is committed
  // is here. If the file is edited below it, no charge is decided by what it says then.
  LedgerPlace verified_;
  LedgerTally tally_;
};

}  // namespace selvage
