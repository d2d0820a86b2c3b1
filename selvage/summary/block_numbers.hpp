// The numbers of a row that lies in a block: the measure, the numbers beside it, then
// one for each key of the reading's columns, 1 in the rows that have the key and 0 in
// all others. All of it follows from this row alone. [T270]
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/summary/cells.hpp"

namespace selvage {

// Whether a reading is for block_sums, and not for cells.
inline bool is_by_block(const Reading& reading) {
  return !reading.beside.empty() || reading.person.per_person == PerPerson::all;
}

// How many keys the columns name. Requires that their values are keys.
std::size_t named_keys(const Domain& domain);

// Of each row.
inline std::size_t block_numbers(const Reading& reading) {
  return 1 + reading.beside.size() + named_keys(reading.domain);
}

// One number for each key, of a row in this cell.
void append_keys(const Domain& domain, std::uint64_t cell,
                 std::vector<std::int64_t>& numbers);

}  // namespace selvage
