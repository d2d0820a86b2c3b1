#include "selvage/source/sorted_persons.hpp"

#include <cstring>

#include <fmt/format.h>

#include "selvage/source/engine_function.hpp"
#include "selvage/summary/person_class.hpp"

namespace selvage {
namespace {

bool is_bigint(duckdb_vector vector) {
  duckdb_logical_type type = duckdb_vector_get_column_type(vector);
  const bool result = duckdb_get_type_id(type) == DUCKDB_TYPE_BIGINT;
  duckdb_destroy_logical_type(&type);
  return result;
}

duckdb_hugeint widened(std::int64_t number) {
  return {static_cast<std::uint64_t>(number), number < 0 ? -1 : 0};
}

// Hands the sorted rows to PersonRows, one person after the other.
class Passing {
 public:
  Passing(const Reading& reading, const KeyDictionary& dictionary,
          const TableOptions& options, const VisitRow& keep)
      : dictionary_(dictionary),
        by_class_(options.class_key.has_value()),
        keyed_(reading.domain.has_unknown_keys()),
        rows_(by_class_ ? in_one_class(reading.person) : reading.person,
              options.class_key.value_or(options.bounding_key), keep) {}

  void visit(duckdb_data_chunk chunk) {
    const bool whole = is_bigint(duckdb_data_chunk_get_vector(chunk, 0));
    const std::uint64_t* validity[3];
    void* data[4] = {};
    for (idx_t i = 0; i < (by_class_ ? 4 : 3); ++i) {
      duckdb_vector vector = duckdb_data_chunk_get_vector(chunk, i);
      if (i < 3) validity[i] = duckdb_vector_get_validity(vector);
      data[i] = duckdb_vector_get_data(vector);
    }
    const idx_t rows = duckdb_data_chunk_get_size(chunk);
    for (idx_t row = 0; row < rows; ++row) {
      if (!is_valid(validity[0], row) || !is_valid(validity[1], row) ||
          !is_valid(validity[2], row))
        continue;
      meet(whole ? widened(static_cast<const std::int64_t*>(data[0])[row])
                 : static_cast<const duckdb_hugeint*>(data[0])[row],
           by_class_ ? static_cast<const std::uint64_t*>(data[3])[row] : 0);
      const std::uint64_t code = static_cast<const std::uint64_t*>(data[1])[row];
      const auto key = static_cast<std::uint32_t>(code);
      rows_.add({code >> 32, key, static_cast<const std::int64_t*>(data[2])[row]},
                keyed_ ? dictionary_.key(key) : std::string_view());
    }
  }
  void end() { rows_.end(); }

 private:
  void meet(const duckdb_hugeint& person, std::uint64_t choice) {
    if (met_ && person.lower == person_.lower && person.upper == person_.upper) return;
    met_ = true;
    person_ = person;
    if (by_class_) return rows_.begin(choice_bytes(choice));
    char name[sizeof person.lower + sizeof person.upper];
    std::memcpy(name, &person.lower, sizeof person.lower);
    std::memcpy(name + sizeof person.lower, &person.upper, sizeof person.upper);
    rows_.begin({name, sizeof name});
  }

  const KeyDictionary& dictionary_;
  bool by_class_, keyed_, met_ = false;
  duckdb_hugeint person_{};
  PersonRows rows_;
};

}  // namespace

Outcome each_bounded_row(DuckdbSession& session, const std::string& rows,
                         const Reading& reading, const KeyDictionary& dictionary,
                         const TableOptions& options, const Error& broken,
                         const VisitRow& visit, const std::function<double()>& share) {
  Passing passing(reading, dictionary, options, visit);
  // Keys of at most 32 bytes are sorted twice as fast; without a measure steps are 0.
  const char* steps = reading.measure ? ", steps" : "";
  const auto done = session.stream(
      fmt::format("{} ORDER BY person, code{}", rows, steps), broken,
      [&](duckdb_data_chunk chunk) { passing.visit(chunk); }, options.watch, share);
  if (!done) return done;
  passing.end();
  return Done{};
}

}  // namespace selvage
