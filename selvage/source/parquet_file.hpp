// Writes a small table of released numbers as a Parquet file, through the engine.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "selvage/base/rational.hpp"

namespace selvage {

// Columns that are there in the same rows.
struct ReleasedNumbers {
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> columns;
  Rational unit = 1;  // BIGINT where it is 1, else DOUBLE
  // Where they are places on a scale: DOUBLE, for each of these numbers.
  std::function<double(std::int64_t place)> real = nullptr;
  // Where they are moments: a DATE for days, else a TIMESTAMP.
  std::optional<std::int64_t> microseconds = std::nullopt;  // of one
  // Where there is such a column: its name, and whether the others are there in each
  // row, or NULL.
  std::string known_name = {};
  std::vector<bool> known = {};
  // Whether a row has more than the first of the columns; the others are NULL. Empty:
  // all have.
  std::vector<bool> has_interval = {};
  // Where there is such a column: "above", "below", or "" for NULL.
  std::string beyond_name = {};
  std::vector<std::string> beyond = {};
};

// The ends of bins: texts that the engine reads as this type; an empty one is NULL.
struct ReleasedEnds {
  std::string name;
  std::string type;  // "DOUBLE", "DATE", "TIMESTAMP"
  std::vector<std::string> texts = {};
};

// In the order of the file: labels, ends, numbers.
struct ReleasedTable {
  std::vector<std::pair<std::string, std::vector<std::string>>> labels;
  std::vector<ReleasedNumbers> numbers;
  std::vector<ReleasedEnds> ends = {};
};

// Requires numbers, columns of equal length and a path that does not exist yet.
Outcome write_parquet(const ReleasedTable& table, const std::string& path);

}  // namespace selvage
