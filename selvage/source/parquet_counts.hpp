// How many rows a Parquet file says it has, at each place where it says so. Read by our
// own code: the engine's functions for this look at statistics too, and fail for some.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace selvage {

struct ParquetCounts {
  struct Group {
    std::int64_t rows = 0;
    std::vector<std::int64_t> values = {};  // of each leaf
  };
  std::int64_t rows = 0;
  std::vector<Group> groups = {};

  // Whether the file, its groups and these leaves, which have one value a row, agree.
  bool agree(const std::vector<std::size_t>& flat_leaves) const;
};

// From the footer, which is a struct of Thrift's compact protocol; none if it is not.
std::optional<ParquetCounts> parse_footer(std::string_view footer);
// From the end of an open file.
std::optional<ParquetCounts> parquet_counts(int descriptor);

}  // namespace selvage
