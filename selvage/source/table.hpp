// A table of the user's, bound: its schema is known, its rows have not been read.
#pragma once
#include "selvage/summary/table_opener.hpp"

namespace selvage {

// A TableOpener for files: CSV, TSV, JSON lines, Parquet, tables of DuckDB databases.
Result<std::unique_ptr<Reader>> bind_table(const std::string& name,
                                           const Reading& reading,
                                           const TableOptions& options);

// The unit of a column by the type that a Parquet file or a DuckDB table declares for
// it: "1" of whole numbers, "0.01" of a DECIMAL(9, 2), "day" of a DATE, "microsecond"
// of a TIMESTAMP. Empty where none is declared, as of text and floating point, or there
// is no such column. No row is read.
std::string declared_unit(const std::string& table, const std::string& column);

}  // namespace selvage
