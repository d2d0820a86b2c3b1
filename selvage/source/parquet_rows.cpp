#include "selvage/source/parquet_rows.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/source/duckdb_session.hpp"
#include "selvage/source/engine_function.hpp"
#include "selvage/source/writing_engine.hpp"

namespace selvage {
namespace {

// The rows as a table function of the engine, which outlives the query.
struct RowsMade {
  const std::vector<CodedColumn>& columns;
  const NextCodes& next;
  CodedBlock block = {};
};

constexpr std::uint8_t kDigits = 18;

duckdb_logical_type type_of(const CodedColumn& column) {
  switch (column.kind) {
    case CodedKind::text:
      return duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
    case CodedKind::number:
      return column.decimals == 0
                 ? duckdb_create_logical_type(DUCKDB_TYPE_BIGINT)
                 : duckdb_create_decimal_type(
                       kDigits, static_cast<std::uint8_t>(column.decimals));
    case CodedKind::date:
      return duckdb_create_logical_type(DUCKDB_TYPE_DATE);
    case CodedKind::moment:
      break;
  }
  return duckdb_create_logical_type(DUCKDB_TYPE_TIMESTAMP);
}

void bind_rows(duckdb_bind_info info) {
  const auto* made = static_cast<RowsMade*>(duckdb_bind_get_extra_info(info));
  for (const CodedColumn& column : made->columns) {
    duckdb_logical_type type = type_of(column);
    duckdb_bind_add_result_column(info, column.name.c_str(), type);
    duckdb_destroy_logical_type(&type);
  }
}

void init_rows(duckdb_init_info info) { duckdb_init_set_max_threads(info, 1); }

// A DECIMAL of 18 digits, a BIGINT and a TIMESTAMP are their codes.
void fill_vector(const CodedColumn& column, const std::vector<std::int64_t>& codes,
                 duckdb_vector vector) {
  std::uint64_t* valid = writable_validity(vector);
  void* data = duckdb_vector_get_data(vector);
  for (idx_t row = 0; row < codes.size(); ++row) {
    const std::int64_t code = codes[row];
    duckdb_validity_set_row_validity(valid, row, code != kNoCode);
    if (code == kNoCode) continue;
    if (column.kind == CodedKind::text) {
      const std::string& text = column.texts[static_cast<std::size_t>(code)];
      duckdb_vector_assign_string_element_len(vector, row, text.data(), text.size());
    } else if (column.kind == CodedKind::date) {
      static_cast<std::int32_t*>(data)[row] = static_cast<std::int32_t>(code);
    } else {
      static_cast<std::int64_t*>(data)[row] = code;
    }
  }
}

void produce_rows(duckdb_function_info info, duckdb_data_chunk output) {
  auto* made = static_cast<RowsMade*>(duckdb_function_get_extra_info(info));
  made->next(made->block, duckdb_vector_size());
  for (std::size_t c = 0; c < made->columns.size(); ++c)
    fill_vector(made->columns[c], made->block[c],
                duckdb_data_chunk_get_vector(output, c));
  duckdb_data_chunk_set_size(output, made->block[0].size());
}

bool register_rows(duckdb_connection connection, RowsMade& made) {
  duckdb_table_function function = duckdb_create_table_function();
  duckdb_table_function_set_name(function, "rows_made");
  duckdb_table_function_set_extra_info(function, &made, nullptr);
  duckdb_table_function_set_bind(function, bind_rows);
  duckdb_table_function_set_init(function, init_rows);
  duckdb_table_function_set_function(function, produce_rows);
  const bool done =
      duckdb_register_table_function(connection, function) == DuckDBSuccess;
  duckdb_destroy_table_function(&function);
  return done;
}

}  // namespace

Outcome write_parquet(const std::vector<CodedColumn>& columns, const NextCodes& next,
                      const std::string& path) {
  RowsMade made{columns, next};
  WritingEngine engine;
  // Rows stay in their order.
  if (engine.run("SET preserve_insertion_order = true") &&
      register_rows(engine.connection(), made) &&
      engine.run("COPY (SELECT * FROM rows_made()) TO " +
                 quoted_text(local_path(path)) +
                 " (FORMAT parquet, USE_TMP_FILE false)"))
    return Done{};
  return unreadable(fmt::format("cannot write '{}' as Parquet", path));
}

}  // namespace selvage
