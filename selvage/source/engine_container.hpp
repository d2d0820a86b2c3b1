// A table that the engine reads itself, opened and with its schema: Parquet files, or a
// table or view of a DuckDB database. No row is read.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "selvage/source/byte_stream.hpp"
#include "selvage/source/duckdb_session.hpp"
#include "selvage/source/predicate_sql.hpp"
#include "selvage/summary/table_name.hpp"

namespace selvage {

struct EngineTable {
  std::vector<OpenFile> files;  // stay open while they are read
  std::unique_ptr<DuckdbSession> session;
  std::string from;  // its place in our own SQL
  std::vector<EngineColumn> columns;
};

Result<EngineTable> open_parquet(const TableName& name, DuckdbSession::Options options);
Result<EngineTable> open_database(const TableName& name,
                                  DuckdbSession::Options options);

}  // namespace selvage
