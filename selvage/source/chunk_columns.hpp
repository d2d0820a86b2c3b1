// The columns of a chunk of people's rows, taken in their order.
#pragma once
#include <array>

#include "selvage/source/engine_function.hpp"

namespace selvage {

class ChunkColumns {
 public:
  explicit ChunkColumns(duckdb_data_chunk chunk) : chunk_(chunk) {}
  // Null for a column that is not there.
  template <class Value>
  const Value* take(bool is_there = true) {
    if (!is_there) return nullptr;
    duckdb_vector vector = duckdb_data_chunk_get_vector(chunk_, count_);
    const std::uint64_t* validity = duckdb_vector_get_validity(vector);
    if (validity != nullptr) validity_[masks_++] = validity;
    ++count_;
    return static_cast<const Value*>(duckdb_vector_get_data(vector));
  }
  bool is_counted(idx_t row) const {
    for (idx_t i = 0; i < masks_; ++i)
      if (!is_valid(validity_[i], row)) return false;
    return true;
  }

 private:
  duckdb_data_chunk chunk_;
  std::array<const std::uint64_t*, 5> validity_{};
  idx_t count_ = 0;
  idx_t masks_ = 0;  // of columns that may hold a NULL
};

inline duckdb_hugeint widened(std::int64_t number) {
  return {static_cast<std::uint64_t>(number), number < 0 ? -1 : 0};
}

}  // namespace selvage
