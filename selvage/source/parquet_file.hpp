// Writes a small table of released numbers as a Parquet file, through the engine.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "selvage/base/rational.hpp"

namespace selvage {

struct ReleasedTable {
  std::vector<std::pair<std::string, std::vector<std::string>>> labels;
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> numbers;
  Rational unit = 1;  // of the numbers: BIGINT where it is 1, else DOUBLE
  // Of each row, where there is such a column: whether its numbers are there, or NULL.
  std::optional<std::vector<bool>> known = std::nullopt;
};

// Requires numbers, columns of equal length and a path that does not exist yet.
Outcome write_parquet(const ReleasedTable& table, const std::string& path);

}  // namespace selvage
