#include "selvage/source/sorted_persons.hpp"

#include <array>

#include <fmt/format.h>

#include "selvage/source/bucket_walk.hpp"
#include "selvage/source/engine_function.hpp"
#include "selvage/source/machine_memory.hpp"

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
  std::string query(const std::string& rows, bool in_order) const {
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
    return fmt::format("SELECT {} FROM ({}) WHERE person IS NOT NULL{}{}", columns,
                       rows, in_order ? " ORDER BY " : "", in_order ? order : "");
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

// Calls take(person, choice, row) for each row of a chunk that is counted.
template <class Take>
void each_counted(duckdb_data_chunk chunk, const SortedColumns& columns,
                  bool whole_numbers, const Take& take) {
  ChunkColumns taken(chunk);
  const auto* numbers = taken.take<std::int64_t>(whole_numbers);
  const auto* hashes = taken.take<duckdb_hugeint>(!whole_numbers);
  const auto* cells = taken.take<std::uint32_t>(columns.cell);
  const auto* keys = taken.take<std::uint32_t>(columns.key);
  const auto* steps = taken.take<std::int64_t>(columns.steps);
  const auto* choices = taken.take<std::uint64_t>(columns.choice);
  const auto at = [](const auto* values, idx_t row) {
    return values == nullptr ? 0 : values[row];
  };
  const idx_t rows = duckdb_data_chunk_get_size(chunk);
  for (idx_t row = 0; row < rows; ++row)
    if (taken.is_counted(row))
      take(whole_numbers ? widened(numbers[row]) : hashes[row], at(choices, row),
           CodedRow{at(cells, row), at(keys, row), at(steps, row)});
}

// What the rows of one reading are, and who wants them.
struct Bounding {
  DuckdbSession& session;
  const PersonRowsSql& rows;
  HeldRows held;
  const Error& broken;
  const VisitRows& visit;
  const std::function<double()>& share;
  SortedColumns columns{held.reading, held.has_choice()};
};

// In memory, by several threads. False if they do not fit: then none was handed on.
template <std::size_t kWords>
Result<bool> each_held(const Bounding& b, std::uint64_t memory) {
  PersonBuckets<kWords> buckets(1);
  auto& part = buckets.part(0);
  const auto done = b.session.stream(
      b.columns.query(b.rows.select, false), b.broken,
      [&](duckdb_data_chunk chunk) {
        each_counted(
            chunk, b.columns, b.rows.whole_numbers,
            [&](const auto& person, std::uint64_t choice, const CodedRow& row) {
              std::array<std::uint64_t, kWords> words{};
              b.held.write(person, row, choice, words);
              part.add(words);
            });
        return buckets.bytes() <= memory;
      },
      b.held.options.watch, b.share);
  if (!done) return done.error();
  if (buckets.bytes() > memory) return false;
  if (!BucketWalk<kWords>(b.held, buckets, b.visit).run())
    return Error{ErrorKind::interrupted, "stopped before the scan ended"};
  return true;
}

Result<bool> each_held(const Bounding& bounding) {
  const auto memory = memory_bytes(bounding.held.options.memory).value_or(0);
  switch (bounding.held.words()) {
    case 2:
      return each_held<2>(bounding, memory);
    case 3:
      return each_held<3>(bounding, memory);
    case 4:
      return each_held<4>(bounding, memory);
    default:
      return each_held<5>(bounding, memory);
  }
}

// Sorted by the engine, on disk where it must.
Outcome each_sorted(const Bounding& b) {
  std::vector<CodedRow> kept;
  PersonWalk walk(b.held.reading, b.held.options, b.rows.whole_numbers,
                  [&](const CodedRow& row) { kept.push_back(row); });
  const auto hand_on = [&] {
    b.visit(kept);
    kept.clear();
  };
  const auto done = b.session.stream(
      b.columns.query(b.rows.select, true), b.broken,
      [&](duckdb_data_chunk chunk) {
        each_counted(
            chunk, b.columns, b.rows.whole_numbers,
            [&](const auto& person, std::uint64_t choice, const CodedRow& row) {
              walk.add(
                  person, choice, row,
                  b.columns.key ? b.held.dictionary.key(row.key) : std::string_view());
            });
        hand_on();
        return true;
      },
      b.held.options.watch, b.share);
  if (!done) return done;
  walk.end();
  hand_on();
  return Done{};
}

}  // namespace

Outcome each_bounded_row(DuckdbSession& session, const PersonRowsSql& rows,
                         const Reading& reading, const KeyDictionary& dictionary,
                         const TableOptions& options, const Error& broken,
                         const VisitRows& visit, const std::function<double()>& share) {
  const Bounding bounding{
      session, rows,  {reading, dictionary, options, rows.whole_numbers},
      broken,  visit, share};
  if (!rows.never_fit) {
    const auto held = each_held(bounding);
    if (!held) return held.error();
    if (*held) return Done{};
  }
  return each_sorted(bounding);
}

}  // namespace selvage
