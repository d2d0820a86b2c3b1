#include "selvage/source/predicate_readers.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "selvage/source/engine_function.hpp"
#include "selvage/source/predicate_text.hpp"
#include "selvage/summary/parse_number.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kEndless = std::numeric_limits<std::int64_t>::max();

// What the engine calls a moment: `unit` microseconds of it, or 1/1000 where that is 0.
// The ends of its range stand for the endless ones.
template <class Stored>
std::optional<std::int64_t> moment(Stored stored, std::int64_t unit) {
  constexpr Stored kLast = std::numeric_limits<Stored>::max();
  if (stored == kLast) return kEndless;
  if (stored == -kLast) return -kEndless;
  static const std::int64_t kFirst = parse_timestamp("0001-01-01")->microseconds;
  static const std::int64_t kEnd =
      parse_timestamp("9999-12-31")->microseconds + std::int64_t{86'400'000'000};
  if (unit == 0) return stored / 1000 - (stored % 1000 < 0 ? 1 : 0);  // rounded down
  if (stored < kFirst / unit - 1 || stored > kEnd / unit) return std::nullopt;
  const std::int64_t microseconds = stored * unit;
  if (microseconds < kFirst || microseconds >= kEnd) return std::nullopt;
  return microseconds;
}

template <class Stored, std::int64_t kUnit>
std::optional<std::int64_t> moment_of(Stored stored) {
  return moment<Stored>(stored, kUnit);
}

template <class Real>
std::optional<std::string> number_of_real(Real number) {
  if (std::isnan(number)) return std::nullopt;
  return ExactNumber::of(number).bytes();
}

std::string_view stored_text(duckdb_string_t& text) {
  return {duckdb_string_t_data(&text), duckdb_string_t_length(text)};
}
std::optional<std::string> number_of_text(duckdb_string_t text) {
  const auto number = ExactNumber::read(stored_text(text));
  return number ? std::optional(number->bytes()) : std::nullopt;
}
std::optional<std::int64_t> moment_of_text(duckdb_string_t text) {
  const auto read = read_moment(trimmed(stored_text(text)));
  return read ? std::optional(read->microseconds) : std::nullopt;
}
std::optional<bool> boolean_of_text(duckdb_string_t text) {
  return read_boolean(trimmed(stored_text(text)));
}

void put(duckdb_vector output, idx_t row, const std::string& bytes) {
  duckdb_vector_assign_string_element_len(output, row, bytes.data(), bytes.size());
}
template <class Plain>
void put(duckdb_vector output, idx_t row, Plain value) {
  static_cast<Plain*>(duckdb_vector_get_data(output))[row] = value;
}

template <class Stored, auto kRead>
void read_chunk(duckdb_function_info, duckdb_data_chunk input, duckdb_vector output) {
  duckdb_vector column = duckdb_data_chunk_get_vector(input, 0);
  const std::uint64_t* there = duckdb_vector_get_validity(column);
  const auto* values = static_cast<const Stored*>(duckdb_vector_get_data(column));
  std::uint64_t* validity = writable_validity(output);
  const idx_t rows = duckdb_data_chunk_get_size(input);
  for (idx_t row = 0; row < rows; ++row) {
    decltype(kRead(Stored{})) read;
    if (is_valid(there, row)) read = kRead(values[row]);
    duckdb_validity_set_row_validity(validity, row, read.has_value());
    if (read) put(output, row, *read);
  }
}

struct EngineReading {
  const char* name;
  duckdb_type from;
  duckdb_type to;
  duckdb_scalar_function_t run;
};

// By the kind and the stored type; TIMESTAMP for every type that is stored like it.
const EngineReading kEngineReadings[] = {
    {"selvage_number", DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_BLOB,
     read_chunk<duckdb_string_t, number_of_text>},
    {"selvage_number_double", DUCKDB_TYPE_DOUBLE, DUCKDB_TYPE_BLOB,
     read_chunk<double, number_of_real<double>>},
    {"selvage_number_float", DUCKDB_TYPE_FLOAT, DUCKDB_TYPE_BLOB,
     read_chunk<float, number_of_real<float>>},
    {"selvage_moment", DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_BIGINT,
     read_chunk<duckdb_string_t, moment_of_text>},
    {"selvage_moment_day", DUCKDB_TYPE_DATE, DUCKDB_TYPE_BIGINT,
     read_chunk<std::int32_t, moment_of<std::int32_t, 86'400'000'000>>},
    {"selvage_moment_s", DUCKDB_TYPE_TIMESTAMP_S, DUCKDB_TYPE_BIGINT,
     read_chunk<std::int64_t, moment_of<std::int64_t, 1'000'000>>},
    {"selvage_moment_ms", DUCKDB_TYPE_TIMESTAMP_MS, DUCKDB_TYPE_BIGINT,
     read_chunk<std::int64_t, moment_of<std::int64_t, 1'000>>},
    {"selvage_moment_us", DUCKDB_TYPE_TIMESTAMP, DUCKDB_TYPE_BIGINT,
     read_chunk<std::int64_t, moment_of<std::int64_t, 1>>},
    {"selvage_moment_zoned", DUCKDB_TYPE_TIMESTAMP_TZ, DUCKDB_TYPE_BIGINT,
     read_chunk<std::int64_t, moment_of<std::int64_t, 1>>},
    {"selvage_moment_ns", DUCKDB_TYPE_TIMESTAMP_NS, DUCKDB_TYPE_BIGINT,
     read_chunk<std::int64_t, moment_of<std::int64_t, 0>>},
    {"selvage_boolean", DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_BOOLEAN,
     read_chunk<duckdb_string_t, boolean_of_text>}};

duckdb_type type_of(ValueKind kind) {
  return kind == ValueKind::number   ? DUCKDB_TYPE_BLOB
         : kind == ValueKind::moment ? DUCKDB_TYPE_BIGINT
                                     : DUCKDB_TYPE_BOOLEAN;
}

}  // namespace

Outcome register_readers(duckdb_connection connection) {
  for (const EngineReading& reading : kEngineReadings)
    if (const auto done = register_function(connection, {.name = reading.name,
                                                         .parameters = {reading.from},
                                                         .result = reading.to,
                                                         .run = reading.run});
        !done)
      return done;
  return Done{};
}

std::string read_sql(const std::string& sql, duckdb_type type, ValueKind kind) {
  const auto* reading = std::find_if(
      std::begin(kEngineReadings), std::end(kEngineReadings),
      [&](const EngineReading& r) { return r.from == type && r.to == type_of(kind); });
  if (reading != std::end(kEngineReadings))
    return fmt::format("{}({})", reading->name, sql);
  // Whole numbers and decimals are the digits that they show.
  assert(kind == ValueKind::number);
  return fmt::format("selvage_number(CAST({} AS VARCHAR))", sql);
}

std::string number_sql(const ExactNumber& number) {
  std::string escaped;
  for (const char byte : number.bytes())
    escaped += fmt::format("\\x{:02X}", static_cast<unsigned char>(byte));
  return fmt::format("'{}'::BLOB", escaped);
}

std::string moment_sql(Timestamp moment) {
  return fmt::format("({})::BIGINT", moment.microseconds);
}

}  // namespace selvage
