// How many rows all caps leave of one person, in all cells together: what a person
// changes at most, where each row lies in one cell and costs the same wherever it lies.
#pragma once
#include <algorithm>

#include "selvage/summary/cells.hpp"

namespace selvage {

// Caps are at most 10^6 each.
inline std::int64_t most_rows(const Person& person) {
  return std::min(person.rows, person.cells * person.most_in_cell());
}

}  // namespace selvage
