// Our own scalar functions in DuckDB, and the vectors they are given.
#pragma once
#include <duckdb.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "selvage/base/result.hpp"

namespace selvage {

struct EngineFunction {
  std::string name;
  std::vector<duckdb_type> parameters;
  duckdb_type result;
  duckdb_scalar_function_t run;
  void* state = nullptr;     // must outlive the queries
  bool is_volatile = false;  // called for every row, never folded or remembered
};

// NULLs are handed to the function as rows too.
Outcome register_function(duckdb_connection connection, const EngineFunction& function);

// Of a result of one row with one BIGINT. None if the engine gives none.
std::optional<std::int64_t> only_number(duckdb_result& result);

// Of a vector's validity, which is null where every row is valid.
inline bool is_valid(const std::uint64_t* validity, idx_t row) {
  return validity == nullptr || (validity[row / 64] >> (row % 64) & 1) != 0;
}

inline std::string_view text_at(duckdb_string_t* texts, idx_t row) {
  return {duckdb_string_t_data(&texts[row]), duckdb_string_t_length(texts[row])};
}

// For a result whose rows may be NULL.
inline std::uint64_t* writable_validity(duckdb_vector output) {
  duckdb_vector_ensure_validity_writable(output);
  return duckdb_vector_get_validity(output);
}

}  // namespace selvage
