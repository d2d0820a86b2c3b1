#include "selvage/source/engine_function.hpp"

#include "selvage/base/errors.hpp"

namespace selvage {

Outcome register_function(duckdb_connection connection,
                          const EngineFunction& function) {
  duckdb_scalar_function made = duckdb_create_scalar_function();
  duckdb_scalar_function_set_name(made, function.name.c_str());
  for (const duckdb_type parameter : function.parameters) {
    duckdb_logical_type type = duckdb_create_logical_type(parameter);
    duckdb_scalar_function_add_parameter(made, type);
    duckdb_destroy_logical_type(&type);
  }
  duckdb_logical_type result = duckdb_create_logical_type(function.result);
  duckdb_scalar_function_set_return_type(made, result);
  duckdb_destroy_logical_type(&result);
  duckdb_scalar_function_set_function(made, function.run);
  if (function.is_volatile) duckdb_scalar_function_set_volatile(made);
  duckdb_scalar_function_set_special_handling(made);
  duckdb_scalar_function_set_extra_info(made, function.state, nullptr);
  const bool registered =
      duckdb_register_scalar_function(connection, made) == DuckDBSuccess;
  duckdb_destroy_scalar_function(&made);
  if (!registered) return unreadable("the embedded engine refuses our function");
  return Done{};
}

std::optional<std::int64_t> only_number(duckdb_result& result) {
  duckdb_data_chunk chunk = duckdb_fetch_chunk(result);
  if (chunk == nullptr) return std::nullopt;
  const std::int64_t number = *static_cast<std::int64_t*>(
      duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 0)));
  duckdb_destroy_data_chunk(&chunk);
  return number;
}

}  // namespace selvage
