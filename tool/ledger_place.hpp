// Where a ledger lies that a command names, by itself or by its table.
#pragma once
#include <optional>
#include <string>

#include "selvage/base/result.hpp"

namespace selvage::tool {

// Which file is made, and what its terms call the table.
struct NewLedger {
  std::string file, table;
};

// "payroll.csv": the ledger that releases on it find. "FILE" and --table "payroll.csv":
// one that lies elsewhere, or is called otherwise.
Result<NewLedger> new_ledger(const std::string& operand,
                             const std::optional<std::string>& table);

// A ledger, or the table whose ledger is meant.
Result<std::string> ledger_operand(const std::string& operand);

}  // namespace selvage::tool
