#include "selvage/source/parquet_columns.hpp"

#include <optional>

#include <fmt/format.h>

#include "selvage/source/parquet_counts.hpp"

namespace selvage {
namespace {

// A row of parquet_schema(): a column, or a part of one.
struct SchemaElement {
  std::string name, physical, logical, repetition;
  std::int64_t length, precision, children;
};

std::string text_at(DuckdbResult& result, idx_t column, idx_t row) {
  char* text = duckdb_value_varchar(result.raw(), column, row);
  std::string value = text == nullptr ? "" : text;
  duckdb_free(text);
  return value;
}

SchemaElement element_at(DuckdbResult& schema, idx_t row) {
  const auto number = [&](idx_t column) {
    return duckdb_value_int64(schema.raw(), column, row);
  };
  return {text_at(schema, 0, row),
          text_at(schema, 1, row),
          text_at(schema, 2, row),
          text_at(schema, 3, row),
          number(4),
          number(5),
          number(6)};
}

// How many bytes the engine has for a DECIMAL; it fails for a value that needs more.
// Beyond 38 digits it reads doubles, and cannot fail.
std::optional<std::int64_t> decimal_bytes(std::int64_t precision) {
  if (precision > 38) return std::nullopt;
  return precision <= 4 ? 2 : precision <= 9 ? 4 : precision <= 18 ? 8 : 16;
}

std::string refusal_of(const SchemaElement& element) {
  if (element.logical.find("JSON") != std::string::npos)
    return "is marked as JSON, and the engine would stop at a value that is not; store "
           "it as plain text (UTF8)";
  if (element.logical.find("DECIMAL") == std::string::npos) return {};
  const auto bytes = decimal_bytes(element.precision);
  const bool any_length = element.physical == "BYTE_ARRAY";
  const bool too_long =
      element.physical == "FIXED_LEN_BYTE_ARRAY" && bytes && element.length > *bytes;
  if (!bytes || !(any_length || too_long)) return {};
  return fmt::format(
      "is a DECIMAL of {} digits in {}, and the engine would stop at a value of more "
      "than {} bytes; store it as FIXED_LEN_BYTE_ARRAY of at most {}, as an integer or "
      "as DOUBLE",
      element.precision,
      any_length ? std::string("BYTE_ARRAY")
                 : fmt::format("FIXED_LEN_BYTE_ARRAY of {}", element.length),
      *bytes, *bytes);
}

}  // namespace

Result<std::vector<ParquetColumn>> parquet_columns(DuckdbSession& session,
                                                   int descriptor,
                                                   const std::string& path,
                                                   const Error& otherwise) {
  auto schema = session.query(
      fmt::format(
          "SELECT name, type, upper(concat_ws(' ', converted_type, logical_type)), "
          "repetition_type, coalesce(TRY_CAST(type_length AS BIGINT), 0), "
          "coalesce(precision, 0), coalesce(num_children, 0)::BIGINT FROM "
          "parquet_schema({})",
          quoted_text(path)),
      otherwise);
  if (!schema) return schema.error();
  std::vector<ParquetColumn> columns;
  std::vector<std::size_t> flat_leaves;  // one value a row
  std::int64_t inside = 0;               // elements still to come of the last column
  std::size_t leaves = 0;
  for (idx_t row = 1; row < duckdb_row_count(schema->raw()); ++row) {  // 0 is the root
    const SchemaElement element = element_at(*schema, row);
    const bool outermost = inside == 0;
    if (outermost) {
      columns.push_back({element.name, {}});
      inside = 1;
    }
    // A column is read with all its parts.
    if (columns.back().refusal.empty()) columns.back().refusal = refusal_of(element);
    inside += element.children - 1;
    if (element.children > 0) continue;
    if (outermost && element.repetition != "REPEATED") flat_leaves.push_back(leaves);
    ++leaves;
  }
  // Where the counts differ, the engine believes one of them and leaves rows out or
  // makes some up.
  const auto counts = parquet_counts(descriptor);
  if (!counts || !counts->agree(flat_leaves)) return otherwise;
  return columns;
}

}  // namespace selvage
