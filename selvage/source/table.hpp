// A table of the user's, bound: its schema is known, its rows have not been read.
#pragma once
#include "selvage/summary/table_opener.hpp"

namespace selvage {

// A TableOpener for files: CSV, TSV, JSON lines, Parquet, tables of DuckDB databases.
Result<std::unique_ptr<Reader>> bind_table(const std::string& name,
                                           const Reading& reading,
                                           const TableOptions& options);

}  // namespace selvage
