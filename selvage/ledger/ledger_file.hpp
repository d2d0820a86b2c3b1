// The file of a ledger: a SQLite database with our mark and our tables, and nothing
// else in it. docs/ledger.md describes it for others.
#pragma once
#include <string>

#include "selvage/ledger/ledger_chain.hpp"
#include "selvage/ledger/sqlite_database.hpp"

namespace selvage {

// Makes the file with these terms, whole or not at all, and never over another. If the
// process is killed on the way, a file PATH.<digits>.new may stay; nobody reads it.
Outcome create_ledger_file(const std::string& path, const SealedTerms& terms);

// Refuses a file that is missing, cannot be written, is something else, is damaged, or
// is of a newer selvage. The connection is set to write durably.
Result<SqliteDatabase> open_ledger_file(const std::string& path);

// The same to look at it, also where nobody may write: then it must be at rest, without
// a log beside it.
Result<SqliteDatabase> open_ledger_file_to_read(const std::string& path);

// Only to see whose it is: its mark is checked, its log is not read.
Result<SqliteDatabase> glance_at_ledger_file(const std::string& path);

// One that an earlier selvage made, to take it over.
struct EarlierLedgerFile {
  SqliteDatabase database;
  std::int64_t version = 0;
};
// Refuses what open_ledger_file refuses, but for the earlier versions, and this one.
Result<EarlierLedgerFile> open_earlier_ledger_file(const std::string& path);

// Within a transaction: the table of terms as this version has it, with these in it.
// The seals of all entries are then those of other terms.
Outcome renew_terms(SqliteDatabase& database, const SealedTerms& terms);

// Writes the file as it is to PATH.version-N, never over another one, and returns the
// name; a copy that is there already is taken.
Result<std::string> keep_ledger_image(SqliteDatabase& database, const std::string& path,
                                      std::int64_t version);

// Our tables and indexes, exactly.
Outcome check_ledger_schema(SqliteDatabase& database, const std::string& path);

}  // namespace selvage
