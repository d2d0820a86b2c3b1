#include "selvage/source/person_hash.hpp"

#include <sodium.h>

#include <cstring>

namespace selvage {
namespace {

void hash_chunk(duckdb_function_info info, duckdb_data_chunk input,
                duckdb_vector output) {
  const auto& key =
      *static_cast<const BoundingKey*>(duckdb_scalar_function_get_extra_info(info));
  duckdb_vector column = duckdb_data_chunk_get_vector(input, 0);
  auto* texts = static_cast<duckdb_string_t*>(duckdb_vector_get_data(column));
  std::uint64_t* there = duckdb_vector_get_validity(column);
  auto* hashes = static_cast<duckdb_hugeint*>(duckdb_vector_get_data(output));
  duckdb_vector_ensure_validity_writable(output);
  std::uint64_t* valid = duckdb_vector_get_validity(output);
  const idx_t rows = duckdb_data_chunk_get_size(input);
  for (idx_t row = 0; row < rows; ++row) {
    const bool null = there != nullptr && !duckdb_validity_row_is_valid(there, row);
    const std::string_view text =
        null ? std::string_view()
             : std::string_view(duckdb_string_t_data(&texts[row]),
                                duckdb_string_t_length(texts[row]));
    duckdb_validity_set_row_validity(valid, row, !text.empty());
    hashes[row] = text.empty() ? duckdb_hugeint{} : person_hash(text, key);
  }
}

}  // namespace

// Two hashes under the two halves of the key.
duckdb_hugeint person_hash(std::string_view person, const BoundingKey& key) {
  static_assert(sizeof(BoundingKey) == 2 * crypto_shorthash_KEYBYTES);
  std::uint64_t halves[2];
  for (std::size_t i = 0; i < 2; ++i)
    crypto_shorthash(reinterpret_cast<unsigned char*>(&halves[i]),
                     reinterpret_cast<const unsigned char*>(person.data()),
                     person.size(), key.data() + i * crypto_shorthash_KEYBYTES);
  // The engine keeps one value of HUGEINT to itself; positive ones are all its own.
  return {halves[0], static_cast<std::int64_t>(halves[1] >> 1)};
}

Outcome register_person_hash(duckdb_connection connection, const BoundingKey& key) {
  duckdb_scalar_function function = duckdb_create_scalar_function();
  duckdb_logical_type text = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
  duckdb_logical_type hash = duckdb_create_logical_type(DUCKDB_TYPE_HUGEINT);
  duckdb_scalar_function_set_name(function, kPersonHash);
  duckdb_scalar_function_add_parameter(function, text);
  duckdb_scalar_function_set_return_type(function, hash);
  duckdb_scalar_function_set_function(function, hash_chunk);
  duckdb_scalar_function_set_special_handling(function);
  duckdb_scalar_function_set_extra_info(function, const_cast<BoundingKey*>(&key),
                                        nullptr);
  const bool registered =
      duckdb_register_scalar_function(connection, function) == DuckDBSuccess;
  duckdb_destroy_logical_type(&text);
  duckdb_destroy_logical_type(&hash);
  duckdb_destroy_scalar_function(&function);
  if (!registered)
    return Error{ErrorKind::unreadable, "the embedded engine refuses our function"};
  return Done{};
}

}  // namespace selvage
