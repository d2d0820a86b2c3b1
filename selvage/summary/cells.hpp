// A question to a table, all of it public, and what the table answers.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/summary/domain.hpp"
#include "selvage/summary/grid.hpp"
#include "selvage/summary/moment_unit.hpp"
#include "selvage/summary/text_use.hpp"

namespace selvage {

// What of a person's rows counts, once they are bounded.
enum class PerPerson {
  sum,    // every kept row
  first,  // one row in each cell: people are counted
  all,    // every row, without caps: where all rows of a person lie in one block
};

// Steps of a grid, both ends included.
struct StepRange {
  std::int64_t lowest, highest;
};

// Who is protected, and how much of one person is looked at at all.
struct Person {
  std::string column;      // empty: every row is a person of its own
  std::int64_t rows = 1;   // at most, of one person, in all cells together
  std::int64_t cells = 1;  // at most, that one person is in
  PerPerson per_person = PerPerson::sum;
  // At most, of one person in one cell; none: all that the other caps leave.
  std::optional<std::int64_t> rows_in_cell = std::nullopt;
  // What the kept rows of one person in one cell come to is cut to this, and they count
  // as one row of that amount.
  std::optional<StepRange> sum_in_cell = std::nullopt;

  // Without caps: more rows than any cap allows, so that nobody takes them for one.
  static Person with_all_rows(std::string column) {
    return {.column = std::move(column),
            .rows = std::numeric_limits<std::int64_t>::max(),
            .per_person = PerPerson::all};
  }

  // What all three caps and `first` leave of one person in one cell.
  std::int64_t most_in_cell() const {
    if (per_person == PerPerson::first) return 1;
    return std::min(rows, rows_in_cell.value_or(rows));
  }
};

// The numbers that are summed beside the rows.
struct Measure {
  std::string column;
  Grid grid;
  // Where they are moments: the grid is then one of codes of this unit, in steps of 1.
  std::optional<MomentUnit> moments = std::nullopt;

  TextUse use() const {
    return !moments               ? TextUse::number
           : moments->is_of_day() ? TextUse::text  // no date that a format could name
                                  : TextUse::moment;
  }
  // Of a value as text; none where it is none.
  std::optional<std::int64_t> steps_of_text(std::string_view text) const;
  // Of a moment. Requires that they are.
  std::int64_t steps(Timestamp moment) const {
    return grid.steps(moments->code(moment));
  }
};

struct Reading {
  Domain domain;
  std::optional<Measure> measure = std::nullopt;
  Person person = {};
  // Numbers that are read beside the measure, and only with it: for block_sums.
  std::vector<Measure> beside = {};
};

// One cell that holds rows. With a measure only rows that have a number are counted.
struct CellSums {
  std::uint64_t cell = 0;  // of the columns whose values are known
  std::uint32_t key = 0;   // place in Cells::keys, where there are unknown keys
  std::int64_t rows = 0;
  Int128 sum = 0;      // of the measure, in steps of its grid
  Int128 squares = 0;  // of the squares of these
};

// Every cell that holds rows, in the order of (cell, key).
struct Cells {
  std::vector<CellSums> sums;
  // One text for each unknown column; nullopt is a value that is missing. Each once.
  std::vector<std::vector<std::optional<std::string>>> keys;
};

}  // namespace selvage
