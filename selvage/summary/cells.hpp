// A question about one column and the counts that answer it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "selvage/summary/numeric_bins.hpp"

namespace selvage {

// What is publicly known of the column that is counted.
struct Domain {
  std::string column;
  NumericBins bins;
};

// One count for every cell of the domain, in its order.
struct Cells {
  std::vector<std::int64_t> counts;
};

}  // namespace selvage
