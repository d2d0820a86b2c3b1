#include "selvage/source/person_hash.hpp"

#include "selvage/base/sip_hash.hpp"
#include "selvage/source/engine_function.hpp"
#include "selvage/summary/person_class.hpp"

namespace selvage {
namespace {

void hash_chunk(duckdb_function_info info, duckdb_data_chunk input,
                duckdb_vector output) {
  const auto& key =
      *static_cast<const BoundingKey*>(duckdb_scalar_function_get_extra_info(info));
  duckdb_vector column = duckdb_data_chunk_get_vector(input, 0);
  auto* texts = static_cast<duckdb_string_t*>(duckdb_vector_get_data(column));
  const std::uint64_t* there = duckdb_vector_get_validity(column);
  auto* hashes = static_cast<duckdb_hugeint*>(duckdb_vector_get_data(output));
  std::uint64_t* valid = writable_validity(output);
  const idx_t rows = duckdb_data_chunk_get_size(input);
  for (idx_t row = 0; row < rows; ++row) {
    const std::string_view text =
        is_valid(there, row) ? text_at(texts, row) : std::string_view();
    duckdb_validity_set_row_validity(valid, row, !text.empty());
    hashes[row] = text.empty() ? duckdb_hugeint{} : person_hash(text, key);
  }
}

void choose_chunk(duckdb_function_info info, duckdb_data_chunk input,
                  duckdb_vector output) {
  const auto& classes =
      *static_cast<const BoundingKey*>(duckdb_scalar_function_get_extra_info(info));
  duckdb_vector column = duckdb_data_chunk_get_vector(input, 0);
  auto* texts = static_cast<duckdb_string_t*>(duckdb_vector_get_data(column));
  const std::uint64_t* there = duckdb_vector_get_validity(column);
  auto* choices = static_cast<std::uint64_t*>(duckdb_vector_get_data(output));
  const idx_t rows = duckdb_data_chunk_get_size(input);
  for (idx_t row = 0; row < rows; ++row)
    choices[row] =
        is_valid(there, row) ? person_choice(text_at(texts, row), classes) : 0;
}

}  // namespace

// Two hashes under the two halves of the key.
duckdb_hugeint person_hash(std::string_view person, const BoundingKey& key) {
  static_assert(sizeof(BoundingKey) == 2 * SipHash::kKeyBytes);
  const auto [lower, upper] = SipHash::both(
      SipHash(key.data()), SipHash(key.data() + SipHash::kKeyBytes), person);
  // The engine keeps one value of HUGEINT to itself; positive ones are all its own.
  return {lower, static_cast<std::int64_t>(upper >> 1)};
}

Outcome register_person_hash(duckdb_connection connection, const BoundingKey& key) {
  return register_function(connection, {.name = kPersonHash,
                                        .parameters = {DUCKDB_TYPE_VARCHAR},
                                        .result = DUCKDB_TYPE_HUGEINT,
                                        .run = hash_chunk,
                                        .state = const_cast<BoundingKey*>(&key)});
}

Outcome register_person_choice(duckdb_connection connection,
                               const BoundingKey& classes) {
  return register_function(connection, {.name = kPersonChoice,
                                        .parameters = {DUCKDB_TYPE_VARCHAR},
                                        .result = DUCKDB_TYPE_UBIGINT,
                                        .run = choose_chunk,
                                        .state = const_cast<BoundingKey*>(&classes)});
}

}  // namespace selvage
