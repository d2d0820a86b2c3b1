// The ledger of one request: which it is, whether it is that of the table, and what it
// says of a release.
#pragma once
#include <optional>
#include <string>

#include "selvage/ledger/ledger.hpp"
#include "selvage/source/table_name.hpp"

namespace selvage {

struct LedgerChoice {
  enum class Kind {
    beside_table,  // made without caps where there is none
    named,         // `file`, which must be there
    none,          // nothing is recorded, and the release says so
  };
  Kind kind = Kind::beside_table;
  std::string file = {};
  // Names the state of the table: the same question on the same label is answered once.
  std::string version = {};
};

// "payroll.csv.ledger", "firm.duckdb.people.ledger".
std::string ledger_beside(const TableName& table);

// Opens or makes it; one that is made counts promises for this unit. Refuses a ledger
// of another table. Requires that one is wanted.
Result<Ledger> open_ledger(const LedgerChoice& choice, const TableName& table,
                           const PrivacyUnit& unit);

// The file that open_ledger opens.
std::string ledger_file(const LedgerChoice& choice, const TableName& table);

// "epsilon 1.5; the cap is epsilon 3, delta 0.000001".
std::string spent_sentence(const LedgerRecord& record);

}  // namespace selvage
