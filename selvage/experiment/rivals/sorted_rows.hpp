// What a rival sees of a table: the codes of a column, rising. Each row is a person.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>

namespace selvage {

using SortedRows = std::span<const std::int64_t>;

// How many are at most this.
inline std::int64_t rows_up_to(SortedRows rows, std::int64_t code) {
  return std::upper_bound(rows.begin(), rows.end(), code) - rows.begin();
}

// Bounds of codes that somebody knows. Requires lower < upper, sizes below 2^60.
struct CodeBounds {
  std::int64_t lower, upper;
  std::int64_t width() const { return upper - lower; }
  std::int64_t clamped(std::int64_t code) const {
    return std::clamp(code, lower, upper);
  }
};

}  // namespace selvage
