// Our own aggregate function in DuckDB: bin_counts_N(x) counts the rows in each cell of
// a numeric domain, as LIST(BIGINT). The rule from value to cell is BinEdges, in C++.
#pragma once
#include <duckdb.h>

#include <memory>

#include "selvage/summary/cells.hpp"

namespace selvage {

// How the column reaches the function.
enum class ColumnKind { integer, real, text };

class BinCounts {
 public:
  // Registers the function for this domain. Must outlive the queries that use it.
  static Result<std::unique_ptr<BinCounts>> make(duckdb_connection connection,
                                                 const NumericBins& bins,
                                                 ColumnKind kind);
  ~BinCounts();
  BinCounts(const BinCounts&) = delete;
  BinCounts& operator=(const BinCounts&) = delete;

  // The function's name in SQL; each registration has its own.
  const std::string& name() const { return name_; }
  // The list in the first row of the result.
  static Cells read(duckdb_result& result, const NumericBins& bins);

 private:
  struct Rule;
  BinCounts(std::unique_ptr<Rule> rule, std::string name);
  std::unique_ptr<Rule> rule_;
  std::string name_;
};

}  // namespace selvage
