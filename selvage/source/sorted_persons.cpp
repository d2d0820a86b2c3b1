#include "selvage/source/sorted_persons.hpp"

#include <fmt/format.h>

#include "selvage/source/chunk_columns.hpp"
#include "selvage/source/engine_held.hpp"

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
      b.columns.query(b.rows.select), b.broken,
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
    const auto held = each_held_row(session, rows, bounding.held, broken, visit, share);
    if (!held) return held.error();
    if (*held) return Done{};
  }
  return each_sorted(bounding);
}

}  // namespace selvage
