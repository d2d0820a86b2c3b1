#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/ledger/ledger_file.hpp"
#include "selvage/ledger/ledger_rows.hpp"

namespace selvage {
namespace {

// What the versions before did not have is what they meant: no budget in rho, and, of
// version 1, a unit that only the questions told.
constexpr const char* kTermsBefore2 =
    "SELECT created, table_name, epsilon, delta, 'none', profile, neighbours, "
    "accounting, 'one row', seal FROM terms";
constexpr const char* kTermsBefore3 =
    "SELECT created, table_name, epsilon, delta, 'none', profile, neighbours, "
    "accounting, privacy_unit, seal FROM terms";

Error not_taken(const std::string& path, const std::string& why) {
  return {ErrorKind::unverified,
          fmt::format("the ledger '{}' is not taken over, and nothing was changed: {}",
                      path, why)};
}

}  // namespace

Result<UpgradedLedger> Ledger::take_over(Ledger& ledger, std::int64_t version) {
  SqliteDatabase& database = ledger.database_;
  const std::string& path = ledger.path_;
  const auto rows = database.rows(version == 1 ? kTermsBefore2 : kTermsBefore3);
  if (!rows) return rows.error();
  if (rows->size() != 1) return not_taken(path, "its terms are gone");
  SealedTerms terms = sealed_terms(rows->front());
  LedgerPlace old{0, rows->front().text(kSealOfTerms)};
  if (old.hash != earlier_seal_of(terms, version))
    return not_taken(path, "its terms are not those that were sealed");
  // Each old seal is checked, and each answer's; of version 1 also whom all protect.
  std::vector<SealedEntry> entries;
  std::optional<PrivacyUnit> unit;
  const auto walked = database.each(
      "SELECT e.id, e.time, e.question, e.version, ifnull(d.json, 'null'), e.other, "
      "e.seal, a.time, a.json, a.seal FROM entry e LEFT JOIN derivation d ON d.id = "
      "e.counted LEFT JOIN answer a ON a.entry = e.id ORDER BY e.id",
      {}, [&](const SqliteRow& row) -> Outcome {
        const LedgerEntry entry = entry_of(row);
        const auto id = old.id + 1;
        if (entry.place.id != id)
          return not_taken(path, fmt::format("entry {} is missing", id));
        if (entry.place.hash != seal_of(sealed(entry), old.hash))
          return not_taken(path, fmt::format("entry {} is not what was sealed", id));
        if (entry.answered &&
            row.text(9) != seal_of_answer(entry.place.hash, row.text(7), row.text(8)))
          return not_taken(path, fmt::format("the answer of entry {} was changed", id));
        if (auto added = ledger.add_to(ledger.tally_, entry); !added)
          return not_taken(path,
                           fmt::format("a promise of entry {} cannot be read", id));
        const auto asked = unit_asked(entry.question);
        if (version == 1 && (!asked || (unit && *unit != *asked)))
          return not_taken(
              path, fmt::format("version 1 counted rows and people alike, and entry {} "
                                "{}; what they spent cannot be added up, so make a new "
                                "one with 'selvage ledger create'",
                                id,
                                asked ? "protects others than those before it"
                                      : "does not say whom it protects"));
        if (!unit) unit = asked;
        old = entry.place;
        entries.push_back(sealed(entry));
        return Done{};
      });
  if (!walked) return walked.error();
  if (version == 1 && !unit)
    return wrong(
        fmt::format("the ledger '{}' of version 1 has no entries and does not say "
                    "whether it counts rows or people; make a new one with "
                    "'selvage ledger create'",
                    path));
  const auto strays = database.rows(
      "SELECT entry FROM answer WHERE entry NOT IN (SELECT id FROM entry)");
  if (!strays) return strays.error();
  if (!strays->empty()) return not_taken(path, "an answer belongs to no entry");
  const auto copy = keep_ledger_image(database, path, version);
  if (!copy) return copy.error();
  if (version == 1) terms.privacy_unit = unit->text();
  if (const auto renewed = renew_terms(database, terms); !renewed)
    return renewed.error();
  std::string before = seal_of(terms);
  for (const SealedEntry& entry : entries) {
    const std::string seal = seal_of(entry, before);
    const auto changed =
        database.rows("UPDATE entry SET seal = ? WHERE id = ?", {seal, entry.id});
    if (!changed) return changed.error();
    const auto answer =
        database.rows("SELECT time, json FROM answer WHERE entry = ?", {entry.id});
    if (!answer) return answer.error();
    if (!answer->empty()) {
      const auto& row = answer->front();
      const auto sealed_anew =
          database.rows("UPDATE answer SET seal = ? WHERE entry = ?",
                        {seal_of_answer(seal, row.text(0), row.text(1)), entry.id});
      if (!sealed_anew) return sealed_anew.error();
    }
    before = seal;
  }
  if (const auto same = check_ledger_schema(database, path); !same) return same.error();
  return UpgradedLedger{version, old.id, *copy};
}

Result<UpgradedLedger> Ledger::upgrade(const std::string& path) {
  auto file = open_earlier_ledger_file(path);
  if (!file) return file.error();
  const std::int64_t version = file->version;
  Ledger ledger(std::move(file->database), path, {}, {}, {});
  auto transaction =
      SqliteTransaction::begin(ledger.database_, SqliteTransaction::Kind::writing);
  if (!transaction) return transaction.error();
  // Somebody else may have taken it over while this one waited.
  const auto now = ledger.database_.value("PRAGMA user_version");
  if (!now) return now.error();
  if (*now != SqliteValue(version))
    return wrong(fmt::format(
        "the ledger '{}' was taken over by another program just now", path));
  auto done = take_over(ledger, version);
  if (!done) return done;
  if (const auto committed = transaction->commit(); !committed)
    return committed.error();
  return done;
}

}  // namespace selvage
