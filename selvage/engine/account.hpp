// The ledger of one request: which it is, whether it is that of the table, and what it
// says of a release.
#pragma once
#include <optional>
#include <string>

#include "selvage/ledger/ledger.hpp"
#include "selvage/release/release.hpp"
#include "selvage/summary/table_name.hpp"

namespace selvage {

struct LedgerChoice {
  enum class Kind {
    beside_table,  // made without caps where there is none
    named,         // `file`, which must be there
    none,          // nothing is recorded, and the release says so
  };
  Kind kind = Kind::beside_table;
  std::string file = {};  // of a named one; of one beside the table once it is found
};

// "payroll.csv.ledger", "firm.duckdb.people.ledger": beside the file that a link leads
// to.
std::string ledger_beside(const TableName& table);

// The table in the terms of its ledger: "payroll.csv", "firm.duckdb:people".
std::string name_in_terms(const TableName& table);

// Opens or makes it; one that is made counts promises for this unit. Refuses a ledger
// of another table, and a table by another name than its ledger's. Requires that one is
// wanted.
Result<Ledger> open_ledger(const LedgerChoice& choice, const TableName& table,
                           const PrivacyUnit& unit);

// The file that open_ledger opens: a named one, or the ledger of the table. That is the
// file in the table's folder that ends in .ledger and whose terms name the table; where
// there is none, ledger_beside(). Refuses two: nobody could say what was spent.
Result<std::string> ledger_file(const LedgerChoice& choice, const TableName& table);

// What a release says of its entry. `before`: it was answered before.
LedgerNote note_of(const LedgerRecord& record, const std::string& file, bool before);

// "epsilon 1.5; the cap is epsilon 3, delta 0.000001".
std::string spent_sentence(const LedgerRecord& record);

}  // namespace selvage
