#include "selvage/source/predicate_text.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "selvage/source/engine_function.hpp"
#include "selvage/summary/parse_number.hpp"

namespace selvage {
namespace {

// The blanks of parse_number.
std::optional<bool> parse_boolean(std::string_view text) {
  const auto is = [&](std::string_view word) {
    return std::equal(text.begin(), text.end(), word.begin(), word.end(),
                      [](char a, char b) { return a == b || a == b - 'a' + 'A'; });
  };
  if (is("true")) return true;
  return is("false") ? std::optional(false) : std::nullopt;
}

// How a value lies in the engine's memory.
double stored(double number) { return number; }
std::int32_t stored(Date date) { return date.days; }
std::int64_t stored(Timestamp timestamp) { return timestamp.microseconds; }
bool stored(bool value) { return value; }

template <ValueKind kKind, class Type>
void read_chunk(duckdb_function_info, duckdb_data_chunk input, duckdb_vector output) {
  duckdb_vector column = duckdb_data_chunk_get_vector(input, 0);
  const std::uint64_t* there = duckdb_vector_get_validity(column);
  auto* texts = static_cast<duckdb_string_t*>(duckdb_vector_get_data(column));
  std::uint64_t* validity = writable_validity(output);
  using Stored = decltype(stored(Type{}));
  auto* values = static_cast<Stored*>(duckdb_vector_get_data(output));
  const idx_t rows = duckdb_data_chunk_get_size(input);
  for (idx_t row = 0; row < rows; ++row) {
    std::optional<Value> value;
    if (is_valid(there, row)) value = read_text(text_at(texts, row), kKind);
    duckdb_validity_set_row_validity(validity, row, value.has_value());
    values[row] = value ? stored(std::get<Type>(*value)) : Stored{};
  }
}

}  // namespace

std::optional<Value> read_text(std::string_view text, ValueKind kind) {
  const auto value = [](const auto& read) {
    return read ? std::optional<Value>(*read) : std::nullopt;
  };
  switch (kind) {
    case ValueKind::real:
      return value(parse_number(text));
    case ValueKind::text:
      return Value(std::string(text));
    case ValueKind::date:
      return value(parse_date(trimmed(text)));
    case ValueKind::timestamp:
      return value(parse_timestamp(trimmed(text)));
    case ValueKind::boolean:
      return value(parse_boolean(trimmed(text)));
    default:
      assert(false);
      return std::nullopt;
  }
}

Outcome register_text_readers(duckdb_connection connection) {
  const std::tuple<ValueKind, duckdb_type, duckdb_scalar_function_t> readers[] = {
      {ValueKind::real, DUCKDB_TYPE_DOUBLE, read_chunk<ValueKind::real, double>},
      {ValueKind::date, DUCKDB_TYPE_DATE, read_chunk<ValueKind::date, Date>},
      {ValueKind::timestamp, DUCKDB_TYPE_TIMESTAMP,
       read_chunk<ValueKind::timestamp, Timestamp>},
      {ValueKind::boolean, DUCKDB_TYPE_BOOLEAN, read_chunk<ValueKind::boolean, bool>}};
  for (const auto& [kind, type, read] : readers)
    if (const auto done =
            register_function(connection, {.name = text_reader(kind),
                                           .parameters = {DUCKDB_TYPE_VARCHAR},
                                           .result = type,
                                           .run = read});
        !done)
      return done;
  return Done{};
}

const char* text_reader(ValueKind kind) {
  switch (kind) {
    case ValueKind::real:
      return "selvage_number";
    case ValueKind::date:
      return "selvage_date";
    case ValueKind::timestamp:
      return "selvage_timestamp";
    case ValueKind::boolean:
      return "selvage_boolean";
    default:
      assert(false);
      return "";
  }
}

}  // namespace selvage
