// Our own table function in DuckDB: text_rows() gives one numeric column of a delimited
// or JSON-lines file. The engine's own readers fail on values (bad UTF-8, long lines)
// and drop lines silently; this one does neither.
#pragma once
#include <duckdb.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "selvage/base/result.hpp"

namespace selvage {

// One pass over the rows: sets the value of the next row, or says there is none.
class NumberScan {
 public:
  enum class Step { row, end, failed };
  virtual ~NumberScan() = default;
  virtual Step next(std::optional<double>& value) = 0;
  virtual std::uint64_t bytes_read() const = 0;
};

class TextRows {
 public:
  // Registers the function; each query that uses it makes a scan. Must outlive them.
  static Result<std::unique_ptr<TextRows>> make(
      duckdb_connection connection,
      std::function<std::unique_ptr<NumberScan>()> make_scan);
  static constexpr const char* kName = "text_rows";
  static constexpr const char* kColumn = "value";

  std::uint64_t bytes_read() const { return bytes_read_; }

 private:
  explicit TextRows(std::function<std::unique_ptr<NumberScan>()> make_scan)
      : make_scan_(std::move(make_scan)) {}
  static void bind(duckdb_bind_info info);
  static void init(duckdb_init_info info);
  static void produce(duckdb_function_info info, duckdb_data_chunk output);

  std::function<std::unique_ptr<NumberScan>()> make_scan_;
  std::atomic<std::uint64_t> bytes_read_ = 0;
};

}  // namespace selvage
