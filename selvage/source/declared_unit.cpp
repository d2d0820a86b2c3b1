// What the schema of a table says of the unit of a column.
#include <algorithm>

#include <fmt/format.h>

#include "selvage/source/bind.hpp"
#include "selvage/source/engine_container.hpp"
#include "selvage/source/machine_memory.hpp"

namespace selvage {
namespace {

// Of a DECIMAL that 64 bits hold, and decimals that a unit can have. [T250]
constexpr int kMostWidth = 18, kMostDecimals = 18;
constexpr const char* kOf128Bits = ":126";

std::string unit_of_type(const EngineColumn& column) {
  switch (column.type) {
    case DUCKDB_TYPE_TINYINT:
    case DUCKDB_TYPE_SMALLINT:
    case DUCKDB_TYPE_INTEGER:
    case DUCKDB_TYPE_BIGINT:
    case DUCKDB_TYPE_UTINYINT:
    case DUCKDB_TYPE_USMALLINT:
    case DUCKDB_TYPE_UINTEGER:
      return "1";
    case DUCKDB_TYPE_UBIGINT:
      return "1:64";
    case DUCKDB_TYPE_HUGEINT:
    case DUCKDB_TYPE_UHUGEINT:
      return std::string("1") + kOf128Bits;
    case DUCKDB_TYPE_DECIMAL: {
      const int decimals = std::min<int>(column.scale, kMostDecimals);
      return (decimals == 0 ? "1" : fmt::format("0.{:0>{}}", 1, decimals)) +
             (column.width > kMostWidth ? kOf128Bits : "");
    }
    case DUCKDB_TYPE_FLOAT:
    case DUCKDB_TYPE_DOUBLE:
      return "2^-32";
    case DUCKDB_TYPE_DATE:
      return "day";
    case DUCKDB_TYPE_TIMESTAMP_S:
      return "second";
    case DUCKDB_TYPE_TIMESTAMP_MS:
      return "millisecond";
    case DUCKDB_TYPE_TIMESTAMP:
    case DUCKDB_TYPE_TIMESTAMP_NS:
    case DUCKDB_TYPE_TIMESTAMP_TZ:
      return "microsecond";
    case DUCKDB_TYPE_TIME:
      return "microsecond-of-day";
    default:
      return {};
  }
}

}  // namespace

std::string declared_unit(const std::string& table, const std::string& column) {
  const auto name = parse_table_name(table);
  if (!name) return {};
  const DuckdbSession::Options options{.memory = default_memory()};
  const auto opened =
      name->format == TableFormat::parquet  ? open_parquet(*name, options)
      : name->format == TableFormat::duckdb ? open_database(*name, options)
                                            : Result<EngineTable>(Error{});
  if (!opened) return {};
  const auto found = match_engine_column(opened->columns, column, name->path);
  return found ? unit_of_type(*found) : std::string();
}

}  // namespace selvage
