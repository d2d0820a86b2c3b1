// Whether a ledger is that of a table, by their names alone.
#pragma once
#include <string>

namespace selvage {

// `table` is the name in the terms, `asked` the table as a request names it: FILE, or
// FILE:TABLE of a DuckDB file. They fit if `table` is that name, or it with the last
// part of the path alone; of FILE also without its ending, of FILE:TABLE also TABLE.
bool is_ledger_of(const std::string& table, const std::string& asked);

}  // namespace selvage
