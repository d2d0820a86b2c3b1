#include "selvage/source/engine_dialect.hpp"

#include <fmt/format.h>

#include "selvage/source/engine_function.hpp"

namespace selvage {
namespace {

template <TextUse kUse>
void plain_chunk(duckdb_function_info info, duckdb_data_chunk input,
                 duckdb_vector output) {
  const auto& dialect =
      *static_cast<const Dialect*>(duckdb_scalar_function_get_extra_info(info));
  duckdb_vector column = duckdb_data_chunk_get_vector(input, 0);
  const std::uint64_t* there = duckdb_vector_get_validity(column);
  auto* texts = static_cast<duckdb_string_t*>(duckdb_vector_get_data(column));
  std::uint64_t* validity = writable_validity(output);
  std::string room;
  for (idx_t row = 0; row < duckdb_data_chunk_get_size(input); ++row) {
    std::optional<std::string_view> text;
    if (is_valid(there, row)) text = dialect.plain(text_at(texts, row), kUse, room);
    duckdb_validity_set_row_validity(validity, row, text.has_value());
    if (text)
      duckdb_vector_assign_string_element_len(output, row, text->data(), text->size());
  }
}

struct PlainFunction {
  TextUse use;
  const char* name;
  duckdb_scalar_function_t run;
};
const PlainFunction kPlainFunctions[] = {
    {TextUse::text, "selvage_plain_text", plain_chunk<TextUse::text>},
    {TextUse::number, "selvage_plain_number", plain_chunk<TextUse::number>},
    {TextUse::moment, "selvage_plain_moment", plain_chunk<TextUse::moment>}};

}  // namespace

Outcome register_dialect(duckdb_connection connection, const Dialect& dialect) {
  if (dialect.is_plain()) return Done{};
  for (const PlainFunction& function : kPlainFunctions)
    if (const auto done = register_function(
            connection, {.name = function.name,
                         .parameters = {DUCKDB_TYPE_VARCHAR},
                         .result = DUCKDB_TYPE_VARCHAR,
                         .run = function.run,
                         .state = const_cast<Dialect*>(&dialect)});  // only read there
        !done)
      return done;
  return Done{};
}

EngineColumn in_dialect(EngineColumn column, const Dialect& dialect, TextUse use) {
  const bool text =
      column.type == DUCKDB_TYPE_VARCHAR ||
      (column.type == DUCKDB_TYPE_ENUM && dialect.trim && use == TextUse::text);
  if (dialect.is_plain() || !text) return column;
  for (const PlainFunction& function : kPlainFunctions)
    if (function.use == use)
      column.quoted =
          fmt::format("{}(CAST({} AS VARCHAR))", function.name, column.quoted);
  column.type = DUCKDB_TYPE_VARCHAR;
  return column;
}

}  // namespace selvage
