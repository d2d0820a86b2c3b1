// What a Parquet file says of itself before its rows are read: its columns, which of
// them hold values that could end a scan, and whether its counts of rows agree.
#pragma once
#include <string>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/source/duckdb_session.hpp"

namespace selvage {

struct ParquetColumn {
  std::string name;  // as the file has it; the engine renames one of two equal ones
  // Why it is not read: by its type in the file some values would end the scan with an
  // error, so that they would decide whether there is a release. Empty for others.
  std::string refusal;
};

// In the order of the file, which is open under this descriptor and, for the session,
// at `path`. Fails with `otherwise` where its counts of rows do not agree too.
Result<std::vector<ParquetColumn>> parquet_columns(DuckdbSession& session,
                                                   int descriptor,
                                                   const std::string& path,
                                                   const Error& otherwise);

}  // namespace selvage
