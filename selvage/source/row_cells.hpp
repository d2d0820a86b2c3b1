// From a row of an engine's table to the cell it is counted in, by our own scalar
// functions inside the engine: each sees every chunk of the columns once, in C++.
// One tallies on the spot, or hands rows on (an aggregate function of our own would
// pass through the engine's hash table); one gives the cell's code, to be sorted by
// person first.
#pragma once
#include <duckdb.h>

#include <memory>
#include <string>
#include <vector>

#include "selvage/summary/cell_tally.hpp"
#include "selvage/summary/key_dictionary.hpp"
#include "selvage/summary/place_of.hpp"

namespace selvage {

// Moments arrive as a TIMESTAMP, a TIMESTAMP_NS, a TIMESTAMP WITH TIME ZONE (which
// holds UTC) or a TIME.
enum class MomentType { microseconds, nanoseconds, zoned, of_day };

// A column as our SQL says it, and how its values arrive.
struct TypedColumn {
  std::string expression;
  ColumnKind kind;
  MomentType moments = MomentType::microseconds;
  bool nanoseconds() const { return moments == MomentType::nanoseconds; }
};

class RowCells {
 public:
  // Registers the functions; must outlive the queries that use them, as the dictionary
  // must outlive this. `columns`: the domain's in its order, then the measure's.
  static Result<std::unique_ptr<RowCells>> make(duckdb_connection connection,
                                                const Reading& reading,
                                                std::vector<TypedColumn> columns,
                                                KeyDictionary& dictionary);
  ~RowCells();
  RowCells(const RowCells&) = delete;
  RowCells& operator=(const RowCells&) = delete;

  // Begins a new tally, so to be run once; its one number is how many rows there were.
  std::string tally_query(const std::string& from);
  // The sums after that query; none if the engine did not show us every row exactly
  // once.
  std::optional<std::vector<CellSums>> read(duckdb_result& result) const;

  // Hands every row that is counted to the visitor, by all threads of the engine. To be
  // run once; its one number is how many rows there were. Requires a measure.
  std::string visit_query(const std::string& from, const VisitRows& visit);
  // After that query: false if the engine did not show us every row exactly once.
  bool all_visited(duckdb_result& result) const;

  // A UBIGINT: cell * 2^32 + key, NULL where the row is not counted.
  std::string code_expression() const;
  // A BIGINT: the steps of the measure, NULL where there is no number. Requires a
  // measure.
  std::string steps_expression() const;

 private:
  struct State;
  std::string counting_query(const std::string& from);
  explicit RowCells(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace selvage
