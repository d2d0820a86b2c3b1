// Which table is meant: "people.csv", "people.parquet", "firm.duckdb:people", "parts/",
// "-".
#pragma once
#include <string>

#include "selvage/base/result.hpp"

namespace selvage {

enum class TableFormat { csv, tsv, json_lines, parquet, duckdb };

struct TableName {
  TableFormat format;
  std::string path;   // of Parquet also a folder or a pattern; "-": standard input
  std::string table;  // inside a DuckDB file
};

// "-", or with an ending that tells its format: "-.jsonl", "-.csv.gz".
bool is_standard_input(const std::string& path);

// By the ending of the name alone; nothing is opened.
Result<TableName> parse_table_name(const std::string& text);

}  // namespace selvage
