// The most that one person adds, once their rows are bounded. Theory: T30.
#pragma once
#include <cstdint>

#include "selvage/base/int128.hpp"
#include "selvage/base/rational.hpp"

namespace selvage {

// Rows in all, cells, rows in one cell.
struct PersonShare {
  std::int64_t rows = 1, cells = 1, rows_in_cell = 1;
  bool operator==(const PersonShare&) const = default;

  // All from 1 on, and none larger than the others allow.
  bool is_possible() const {
    return rows >= 1 && cells >= 1 && rows_in_cell >= 1 && cells <= rows &&
           rows_in_cell <= rows && rows <= Int128{cells} * rows_in_cell;
  }
  // Whether a person may fill all of the cells at once: then nobody has more in any.
  bool fills_cells() const { return rows == Int128{cells} * rows_in_cell; }
  // The largest sum of squares of a person's rows in their cells: as many full cells as
  // there are rows for, and the rest in one more.
  Rational most_squares() const {
    const std::int64_t full = rows / rows_in_cell, rest = rows % rows_in_cell;
    return Rational(rows_in_cell) * rows_in_cell * full + Rational(rest) * rest;
  }
};

}  // namespace selvage
