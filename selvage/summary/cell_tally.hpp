// Adds up rows by cell: dense while the cells are few, by what is there when they are
// many. Whole numbers only, so that the order of the rows does not matter.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "selvage/summary/cells.hpp"

namespace selvage {

// A row as it is counted: its cell with the number of its unknown key, if there are
// any, and the steps of its measure.
struct CodedRow {
  std::uint64_t cell = 0;
  std::uint32_t key = 0;
  std::int64_t steps = 0;
};

using VisitRow = std::function<void(const CodedRow& row)>;
// Many rows at once. Several threads may call it at one time.
using VisitRows = std::function<void(std::span<const CodedRow> rows)>;

class CellTally {
 public:
  explicit CellTally(const Reading& reading);

  void add(const CodedRow& row);
  void add(std::span<const CodedRow> rows);
  // Many rows without key and measure: their cells.
  void add_cells(std::span<const std::uint32_t> cells);
  // Every cell that holds rows, in the order of (cell, key).
  std::vector<CellSums> sums() const;

 private:
  struct Entry {
    std::int64_t rows = 0;
    Int128 sum = 0;
    Uint128 squares = 0;  // modulo 2^128: of numbers beyond Grid::kSquares nobody asks
  };
  static void add_to(Entry& entry, std::int64_t steps);

  bool dense_, measured_;
  std::vector<std::int64_t> rows_;                   // dense, without a measure
  std::vector<Entry> entries_;                       // dense, with one
  std::unordered_map<std::uint64_t, Entry> sparse_;  // by cell * 2^32 + key
};

}  // namespace selvage
