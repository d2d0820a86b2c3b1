#include "selvage/source/sorted_persons.hpp"

#include <array>
#include <cstring>

#include <fmt/format.h>

#include "selvage/source/engine_function.hpp"
#include "selvage/summary/person_class.hpp"

namespace selvage {
namespace {

// What is sorted beside the person: of the cell and the key of a code those that are
// not the same in all rows, and no column that the question does not need. All of it
// is known before the first row: widths never follow from what a file says of its
// values. Every column is part of the order, since the engine moves rows that are all
// key two to three times as fast as rows that carry others along, and keys of at most
// 16, 24 or 32 bytes (with one for NULL in each column) faster than longer ones.
struct SortedColumns {
  bool cell, key, steps, choice;

  SortedColumns(const Reading& reading, bool has_choice)
      : key(reading.domain.has_unknown_keys()),
        steps(reading.measure.has_value()),
        choice(has_choice) {
    const Domain& domain = reading.domain;
    // A row that is not counted has no code, so one of the two stays.
    cell = domain.cells() > 1 || (!key && !domain.columns().empty());
  }

  // The person is column 1.
  std::string query(const std::string& rows) const {
    std::string columns = "person", order = "1";
    int count = 1;
    const auto add = [&](bool wanted, const char* column) {
      if (!wanted) return;
      columns += fmt::format(", {}", column);
      order += fmt::format(", {}", ++count);
    };
    add(cell, "CAST(code >> 32 AS UINTEGER)");
    add(key, "CAST(code & 4294967295 AS UINTEGER)");
    add(steps, "steps");
    add(choice, "choice");
    return fmt::format("SELECT {} FROM ({}) WHERE person IS NOT NULL ORDER BY {}",
                       columns, rows, order);
  }
};

// The columns of a sorted chunk, taken in their order.
class ChunkColumns {
 public:
  explicit ChunkColumns(duckdb_data_chunk chunk) : chunk_(chunk) {}
  // Null for a column that is not there.
  template <class Value>
  const Value* take(bool is_there = true) {
    if (!is_there) return nullptr;
    duckdb_vector vector = duckdb_data_chunk_get_vector(chunk_, count_);
    validity_[count_++] = duckdb_vector_get_validity(vector);
    return static_cast<const Value*>(duckdb_vector_get_data(vector));
  }
  bool is_counted(idx_t row) const {
    for (idx_t i = 0; i < count_; ++i)
      if (!is_valid(validity_[i], row)) return false;
    return true;
  }

 private:
  duckdb_data_chunk chunk_;
  std::array<const std::uint64_t*, 5> validity_{};
  idx_t count_ = 0;
};

duckdb_hugeint widened(std::int64_t number) {
  return {static_cast<std::uint64_t>(number), number < 0 ? -1 : 0};
}

// Hands the sorted rows to PersonRows, one person after the other.
class Passing {
 public:
  Passing(const Reading& reading, const KeyDictionary& dictionary,
          const TableOptions& options, bool whole_numbers, const VisitRow& keep)
      : dictionary_(dictionary),
        class_key_(options.class_key),
        whole_numbers_(whole_numbers),
        columns_(reading, class_key_ && !whole_numbers),
        rows_(class_key_ ? in_one_class(reading.person) : reading.person,
              class_key_.value_or(options.bounding_key), keep) {}

  const SortedColumns& columns() const { return columns_; }

  void visit(duckdb_data_chunk chunk) {
    ChunkColumns taken(chunk);
    const auto* numbers = taken.take<std::int64_t>(whole_numbers_);
    const auto* hashes = taken.take<duckdb_hugeint>(!whole_numbers_);
    const auto* cells = taken.take<std::uint32_t>(columns_.cell);
    const auto* keys = taken.take<std::uint32_t>(columns_.key);
    const auto* steps = taken.take<std::int64_t>(columns_.steps);
    const auto* choices = taken.take<std::uint64_t>(columns_.choice);
    const auto at = [](const auto* values, idx_t row) {
      return values == nullptr ? 0 : values[row];
    };
    const idx_t rows = duckdb_data_chunk_get_size(chunk);
    for (idx_t row = 0; row < rows; ++row) {
      if (!taken.is_counted(row)) continue;
      meet(whole_numbers_ ? widened(numbers[row]) : hashes[row], at(choices, row));
      const CodedRow coded{at(cells, row), at(keys, row), at(steps, row)};
      rows_.add(coded, columns_.key ? dictionary_.key(coded.key) : std::string_view());
    }
  }
  void end() { rows_.end(); }

 private:
  void meet(const duckdb_hugeint& person, std::uint64_t choice) {
    if (met_ && person.lower == person_.lower && person.upper == person_.upper) return;
    met_ = true;
    person_ = person;
    if (class_key_) return rows_.begin(choice_bytes(choice_of(person, choice)));
    char name[sizeof person.lower + sizeof person.upper];
    std::memcpy(name, &person.lower, sizeof person.lower);
    std::memcpy(name + sizeof person.lower, &person.upper, sizeof person.upper);
    rows_.begin({name, sizeof name});
  }
  // A whole number chooses as its text does, in whatever format it is stored.
  std::uint64_t choice_of(const duckdb_hugeint& person, std::uint64_t choice) const {
    if (!whole_numbers_) return choice;
    const fmt::format_int text(static_cast<std::int64_t>(person.lower));
    return person_choice({text.data(), text.size()}, *class_key_);
  }

  const KeyDictionary& dictionary_;
  std::optional<BoundingKey> class_key_;
  bool whole_numbers_, met_ = false;
  SortedColumns columns_;
  duckdb_hugeint person_{};
  PersonRows rows_;
};

}  // namespace

Outcome each_bounded_row(DuckdbSession& session, const PersonRowsSql& rows,
                         const Reading& reading, const KeyDictionary& dictionary,
                         const TableOptions& options, const Error& broken,
                         const VisitRow& visit, const std::function<double()>& share) {
  Passing passing(reading, dictionary, options, rows.whole_numbers, visit);
  const auto done = session.stream(
      passing.columns().query(rows.select), broken,
      [&](duckdb_data_chunk chunk) { passing.visit(chunk); }, options.watch, share);
  if (!done) return done;
  passing.end();
  return Done{};
}

}  // namespace selvage
