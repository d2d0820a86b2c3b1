// Counts the rows in each cell of a numeric domain, inside DuckDB: our own scalar
// function sees every chunk of the column once and tallies it, by BinEdges in C++.
// (An aggregate function of our own would pass through the engine's hash table.)
#pragma once
#include <duckdb.h>

#include <memory>

#include "selvage/summary/cells.hpp"

namespace selvage {

// How the column reaches the function.
enum class ColumnKind { integer, real, text };

class BinCounts {
 public:
  // Registers the function for this domain. Must outlive the query that uses it.
  static Result<std::unique_ptr<BinCounts>> make(duckdb_connection connection,
                                                 const NumericBins& bins,
                                                 ColumnKind kind);
  ~BinCounts();
  BinCounts(const BinCounts&) = delete;
  BinCounts& operator=(const BinCounts&) = delete;

  // To be run once; its one number is how many rows there were.
  std::string query(const std::string& expression, const std::string& from) const;
  // The counts after that query; none if they do not add up to its number, that is if
  // the engine did not show us every row exactly once.
  std::optional<Cells> read(duckdb_result& result) const;

 private:
  struct Tally;
  BinCounts(std::unique_ptr<Tally> tally, std::string name);
  std::unique_ptr<Tally> tally_;
  std::string name_;  // of the function in SQL; each registration has its own
};

}  // namespace selvage
