// How terms and entries stand in the tables; shared by the files of class Ledger.
#pragma once
#include "selvage/ledger/ledger.hpp"
#include "selvage/ledger/ledger_chain.hpp"

namespace selvage {

// Order of the columns of the statements below.
constexpr const char* kSelectTerms =
    "SELECT created, table_name, epsilon, delta, rho, profile, neighbours, accounting, "
    "privacy_unit, seal FROM terms";
constexpr std::size_t kSealOfTerms = 9;  // its column
inline const std::string kEntries =
    "SELECT e.id, e.time, e.question, e.version, ifnull(d.json, 'null'), e.other, "
    "e.seal, a.time FROM entry e LEFT JOIN derivation d ON d.id = e.counted "
    "LEFT JOIN answer a ON a.entry = e.id";
inline const std::string kSelectEntries = kEntries + " ORDER BY e.id";
inline const std::string kSelectEntriesFrom =
    kEntries + " WHERE e.id >= ? ORDER BY e.id";

SealedTerms sealed_terms(const SqliteRow& row);
// Whom the question of an entry protects, where it says so.
std::optional<PrivacyUnit> unit_asked(const std::string& question);
LedgerEntry entry_of(const SqliteRow& row);
SealedEntry sealed(const LedgerEntry& entry);

}  // namespace selvage
