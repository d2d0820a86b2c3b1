#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/bounded_json.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/ledger/ledger_file.hpp"
#include "selvage/ledger/ledger_rows.hpp"

namespace selvage {
std::optional<PrivacyUnit> unit_asked(const std::string& text) {
  const auto json = parse_bounded_json(text);
  if (!json || !json->is_object() || !json->contains("question")) return std::nullopt;
  const auto& question = (*json)["question"];
  if (!question.is_object() || !question.contains("person")) return std::nullopt;
  const auto& person = question["person"];
  if (person.is_object() && person.contains("column") && person["column"].is_string())
    return PrivacyUnit{person["column"].get<std::string>()};
  return PrivacyUnit{};
}

Outcome Ledger::check() {
  const auto transaction =
      SqliteTransaction::begin(database_, SqliteTransaction::Kind::reading);
  if (!transaction) return transaction.error();
  if (const auto ok = check_ledger_schema(database_, path_); !ok)
    return unsound("its tables are not those of a ledger");
  const auto sound = database_.value("PRAGMA integrity_check(1)");
  if (!sound) return sound.error();
  if (*sound != SqliteValue("ok")) return unsound("its pages do not fit together");
  const auto strays = database_.rows("PRAGMA foreign_key_check");
  if (!strays) return strays.error();
  if (!strays->empty()) return unsound("a row points to one that is not there");
  for (const auto part : {&Ledger::check_entries, &Ledger::check_derivations,
                          &Ledger::check_answers, &Ledger::check_sum})
    if (auto ok = (this->*part)(); !ok) return ok;
  return Done{};
}

Outcome Ledger::walk_seals(const LedgerPlace& after,
                           const std::function<Outcome(const LedgerEntry&)>& use) {
  const auto terms = database_.rows(kSelectTerms);
  if (!terms) return terms.error();
  if (terms->size() != 1 ||
      terms->front().text(kSealOfTerms) != seal_of(sealed_terms(terms->front())) ||
      terms->front().text(kSealOfTerms) != terms_seal_)
    return unsound("its terms are not those that were sealed");
  const auto is_not_sealed = [&](std::int64_t id) {
    return unsound(fmt::format("entry {} is not what was sealed", id));
  };
  LedgerPlace before = after;
  bool is_after = after.id == 0;  // the terms stand there
  const auto done = database_.each(
      kSelectEntriesFrom, {after.id}, [&](const SqliteRow& row) -> Outcome {
        const LedgerEntry entry = entry_of(row);
        if (!is_after && entry.place.id == after.id) {
          is_after = true;
          return entry.place == after ? Outcome(Done{}) : is_not_sealed(after.id);
        }
        const std::int64_t expected = is_after ? before.id + 1 : after.id;
        if (entry.place.id != expected)
          return unsound(fmt::format("entry {} is missing", expected));
        if (entry.place.hash != seal_of(sealed(entry), before.hash))
          return is_not_sealed(entry.place.id);
        before = entry.place;
        return use(entry);
      });
  if (done && !is_after) return unsound(fmt::format("entry {} is missing", after.id));
  return done;
}

Outcome Ledger::add_to(LedgerTally& tally, const LedgerEntry& entry) const {
  if (tally.add(entry.place.id, entry.counted, entry.other)) return Done{};
  return unsound(fmt::format("a promise of entry {} cannot be read", entry.place.id));
}

Result<LedgerTally> Ledger::tally(std::int64_t up_to) {
  LedgerTally result;
  const auto sealed =
      walk_seals({0, terms_seal_}, [&](const LedgerEntry& entry) -> Outcome {
        if (entry.place.id > up_to) return Done{};
        return add_to(result, entry);
      });
  if (!sealed) return sealed.error();
  return result;
}

Outcome Ledger::verify_new_entries() {
  const auto walked = walk_seals(verified_, [&](const LedgerEntry& entry) -> Outcome {
    if (auto added = add_to(tally_, entry); !added) return added;
    verified_ = entry.place;
    return Done{};
  });
  if (!walked) return walked;
  // Else the next entry would find its answer given.
  const auto last = database_.rows("SELECT max(entry) FROM answer");
  if (!last) return last.error();
  if (last->front().integer(0) > verified_.id)
    return unsound(fmt::format("it holds an answer of entry {}, which is not there",
                               last->front().integer(0)));
  return Done{};
}

Outcome Ledger::check_entries() {
  return walk_seals({0, terms_seal_}, [&](const LedgerEntry& entry) -> Outcome {
    const auto other = parse_bounded_json(entry.other);
    if (!other || !other->is_array() || (entry.counted == "null" && other->empty()))
      return unsound(
          fmt::format("entry {} does not say what it promises", entry.place.id));
    for (const auto& derivation : *other)
      if (!read_derivation(derivation))
        return unsound(
            fmt::format("a promise of entry {} cannot be read", entry.place.id));
    if (const auto unit = unit_asked(entry.question); unit && *unit != terms_.unit)
      return unsound(fmt::format("entry {} protects {}, and the ledger counts {}",
                                 entry.place.id, unit->words(), terms_.unit.words()));
    return Done{};
  });
}

// Each is what its rules conclude, and one that this ledger may count.
Outcome Ledger::check_derivations() {
  return database_.each(
      "SELECT id, json, EXISTS (SELECT 1 FROM entry WHERE counted = d.id) "
      "FROM derivation d",
      {}, [&](const SqliteRow& row) -> Outcome {
        const auto derivation = parse_derivation(row.text(1));
        if (!derivation || derivation_text(*derivation) != row.text(1))
          return unsound(fmt::format("derivation {} cannot be read", row.integer(0)));
        const auto counted = counted_place({*derivation}, terms_);
        if (!counted || !*counted)
          return unsound(
              fmt::format("derivation {} cannot be counted", row.integer(0)));
        if (row.integer(2) == 0)
          return unsound(fmt::format("derivation {} has no entry", row.integer(0)));
        return Done{};
      });
}

Outcome Ledger::check_answers() {
  return database_.each(
      "SELECT e.id, e.seal, a.time, a.json, a.seal FROM answer a "
      "JOIN entry e ON e.id = a.entry",
      {}, [&](const SqliteRow& row) -> Outcome {
        if (row.text(4) != seal_of_answer(row.text(1), row.text(2), row.text(3)))
          return unsound(
              fmt::format("the answer of entry {} was changed", row.integer(0)));
        return Done{};
      });
}

Outcome Ledger::check_sum() {
  const auto all = tally();
  if (!all) return all.error();
  if (!all->releases().empty() && !within_caps(all->releases(), terms_))
    return unsound("its entries together are above its caps");
  std::vector<EntryGroup> groups = all->groups();
  for (const EntryGroup& group : groups)
    if (const auto ok = check_outliers(group, terms_); !ok)
      return unsound(
          fmt::format("an outlier promise of entry {} cannot be counted", group.first));
  if (groups.empty()) return Done{};
  const EntryGroup last = groups.back();
  groups.pop_back();
  if (profile_refusal(groups, last, terms_))
    return unsound("its entries together are above its profile");
  return Done{};
}

}  // namespace selvage
