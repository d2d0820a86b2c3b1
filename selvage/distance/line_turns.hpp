// The running sum of two histograms on the line: how much mass of the first lies at or
// left of a place, less that of the second. [T152]
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/distance/line_histogram.hpp"
#include "selvage/distance/masses.hpp"

namespace selvage {

// A place where the sum changes, and what it is after it.
struct LineTurn {
  std::int64_t place;
  Int128 sum;
};

struct LineTurns {
  std::vector<LineTurn> turns;   // places grow; the last sum is 0
  Int128 resting = 0;            // mass of both at one place: it costs nothing
  std::vector<Int128> levels{};  // 0 and all sums, rising, each once

  std::size_t level_of(Int128 sum) const;
};

LineTurns line_turns(const LineHistogram& from, const LineHistogram& to,
                     const CommonMasses& masses);

}  // namespace selvage
