// Small worlds: every table of a few rows over a few values, in memory, behind the same
// Reader as real tables, so that a mechanism can be verified on all of them.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "selvage/summary/reader.hpp"

namespace selvage::verify {

// The values of one column, a person a row; nullopt is missing.
using SmallTable = std::vector<std::optional<double>>;

class SmallWorldReader : public Reader {
 public:
  SmallWorldReader(std::string column, SmallTable rows)
      : column_(std::move(column)), rows_(std::move(rows)) {}
  // Requires domain.column to be the column.
  Result<Cells> cells(const Domain& domain) override;

 private:
  std::string column_;
  SmallTable rows_;
};

// Calls `visit(with, without)` for every table of at most `rows` rows over `values` (as
// multisets) and each of its neighbours with one person removed.
void for_each_neighbours(const SmallTable& values, std::size_t rows,
                         const std::function<void(const SmallTable& with,
                                                  const SmallTable& without)>& visit);

}  // namespace selvage::verify
