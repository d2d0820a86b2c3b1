// How many rows must be replaced before something is another, where the number of rows
// is public: order statistics, differences of them, and how far one row can move them.
// [T133]
#pragma once
#include <functional>

#include "selvage/mechanism/tested/public_rows.hpp"

namespace selvage {

// A rising map of numbers to labels. It is also given -kNoBound and kNoBound.
using RisingLabel = std::function<std::int64_t(Int128)>;

// Ranks of two rows, low < high.
struct RankPair {
  std::int64_t low, high;
};
// How far apart they are.
Int128 spread_between(const PublicRows& rows, const RankPair& pair);

// All of these read at most `most` ranks on either side of those that they are about,
// in time that grows as `most` does.

// The least number of rows to replace after which the label of the row at this rank may
// be another; `most` where that is more. At least 1.
std::int64_t value_depth_replaced(const PublicRows& rows, std::int64_t rank,
                                  const RisingLabel& label, std::int64_t most);
// The same for the label of a spread.
std::int64_t spread_depth_replaced(const PublicRows& rows, const RankPair& pair,
                                   const RisingLabel& label, std::int64_t most);
// The least number of rows to replace after which one more moves the row at this rank
// by more than `bound`; 0 where it already does.
std::int64_t jump_depth_replaced(const PublicRows& rows, std::int64_t rank,
                                 Int128 bound, std::int64_t most);
// The same for the sum of all rows but `left_out` at either end.
std::int64_t sum_depth_replaced(const PublicRows& rows, std::int64_t left_out,
                                Int128 bound, std::int64_t most);

}  // namespace selvage
