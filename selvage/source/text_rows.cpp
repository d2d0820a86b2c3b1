#include "selvage/source/text_rows.hpp"

namespace selvage {

void TextRows::bind(duckdb_bind_info info) {
  duckdb_logical_type real = duckdb_create_logical_type(DUCKDB_TYPE_DOUBLE);
  duckdb_bind_add_result_column(info, kColumn, real);
  duckdb_destroy_logical_type(&real);
}

void TextRows::init(duckdb_init_info info) {
  auto* self = static_cast<TextRows*>(duckdb_init_get_extra_info(info));
  duckdb_init_set_max_threads(info, 1);
  duckdb_init_set_init_data(info, self->make_scan_().release(),
                            [](void* scan) { delete static_cast<NumberScan*>(scan); });
}

void TextRows::produce(duckdb_function_info info, duckdb_data_chunk output) {
  auto* self = static_cast<TextRows*>(duckdb_function_get_extra_info(info));
  auto* scan = static_cast<NumberScan*>(duckdb_function_get_init_data(info));
  duckdb_vector column = duckdb_data_chunk_get_vector(output, 0);
  auto* values = static_cast<double*>(duckdb_vector_get_data(column));
  duckdb_vector_ensure_validity_writable(column);
  std::uint64_t* validity = duckdb_vector_get_validity(column);
  const idx_t most = duckdb_vector_size();
  idx_t rows = 0;
  for (std::optional<double> value; rows < most; ++rows) {
    const auto step = scan->next(value);
    if (step == NumberScan::Step::failed) {
      duckdb_function_set_error(info, "reading failed");
      return;
    }
    if (step == NumberScan::Step::end) break;
    duckdb_validity_set_row_validity(validity, rows, value.has_value());
    values[rows] = value.value_or(0);
  }
  self->bytes_read_ = scan->bytes_read();
  duckdb_data_chunk_set_size(output, rows);
}

Result<std::unique_ptr<TextRows>> TextRows::make(
    duckdb_connection connection,
    std::function<std::unique_ptr<NumberScan>()> make_scan) {
  std::unique_ptr<TextRows> self(new TextRows(std::move(make_scan)));
  duckdb_table_function function = duckdb_create_table_function();
  duckdb_table_function_set_name(function, kName);
  duckdb_table_function_set_extra_info(function, self.get(), nullptr);
  duckdb_table_function_set_bind(function, bind);
  duckdb_table_function_set_init(function, init);
  duckdb_table_function_set_function(function, produce);
  const bool registered =
      duckdb_register_table_function(connection, function) == DuckDBSuccess;
  duckdb_destroy_table_function(&function);
  if (!registered)
    return Error{ErrorKind::unreadable, "the embedded engine refuses our function"};
  return self;
}

}  // namespace selvage
