// Which table is meant: "people.csv", "people.parquet", "firm.duckdb:people".
#pragma once
#include <string>

#include "selvage/base/result.hpp"

namespace selvage {

enum class TableFormat { csv, tsv, json_lines, parquet, duckdb };

struct TableName {
  TableFormat format;
  std::string path;
  std::string table;  // inside a DuckDB file
};

// By the ending of the name alone; nothing is opened.
Result<TableName> parse_table_name(const std::string& text);

}  // namespace selvage
