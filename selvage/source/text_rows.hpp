// Our own table function in DuckDB: text_rows() gives the coded rows of a delimited or
// JSON-lines file that name a person, so that the engine can sort them by person. The
// engine's own readers fail on values (bad UTF-8, long lines) and drop lines silently;
// ours does neither.
#pragma once
#include <duckdb.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "selvage/base/result.hpp"
#include "selvage/source/text_scan.hpp"
#include "selvage/summary/table_opener.hpp"

namespace selvage {

class TextRows {
 public:
  // Registers the function; each query that uses it makes a scan. Must outlive them.
  static Result<std::unique_ptr<TextRows>> make(
      duckdb_connection connection, const TableOptions& options,
      std::function<std::unique_ptr<CodedScan>()> make_scan);
  static constexpr const char* kName = "text_rows";
  // Its columns are those of each_bounded_row: person (a hash), code, steps, choice (0
  // where no classes are chosen).

  std::uint64_t bytes_read() const { return bytes_read_; }

 private:
  TextRows(const TableOptions& options,
           std::function<std::unique_ptr<CodedScan>()> make_scan)
      : key_(options.bounding_key),
        class_key_(options.class_key),
        make_scan_(std::move(make_scan)) {}
  static void bind(duckdb_bind_info info);
  static void init(duckdb_init_info info);
  static void produce(duckdb_function_info info, duckdb_data_chunk output);

  BoundingKey key_;
  std::optional<BoundingKey> class_key_;
  std::function<std::unique_ptr<CodedScan>()> make_scan_;
  std::atomic<std::uint64_t> bytes_read_ = 0;
};

}  // namespace selvage
