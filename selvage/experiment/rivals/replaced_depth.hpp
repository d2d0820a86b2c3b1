// How many rows must be replaced before something is another, where the number of rows
// is public: order statistics, differences of them, and how far one row can move them.
// [T133]
#pragma once
#include <functional>

#include "selvage/base/int128.hpp"
#include "selvage/experiment/rivals/sorted_rows.hpp"

namespace selvage {

// Stands for what has no bound.
inline constexpr Int128 kNoBound = Int128{1} << 100;
// A rising map of numbers to labels. It is also given -kNoBound and kNoBound.
using RisingLabel = std::function<std::int64_t(Int128)>;

// Ranks of two rows, low < high.
struct RankPair {
  std::int64_t low, high;
};
// How far apart they are.
Int128 spread_between(SortedRows rows, const RankPair& pair);

// The least number of rows to replace after which the label of the row at this rank may
// be another; `most` where that is more. At least 1.
std::int64_t value_depth_replaced(SortedRows rows, std::int64_t rank,
                                  const RisingLabel& label, std::int64_t most);
// The same for the label of a spread.
std::int64_t spread_depth_replaced(SortedRows rows, const RankPair& pair,
                                   const RisingLabel& label, std::int64_t most);
// The least number of rows to replace after which one more moves the row at this rank
// by more than `bound`; 0 where it already does.
std::int64_t jump_depth_replaced(SortedRows rows, std::int64_t rank, Int128 bound,
                                 std::int64_t most);
// The same for the sum of all rows but `left_out` at either end.
std::int64_t sum_depth_replaced(SortedRows rows, std::int64_t left_out, Int128 bound,
                                std::int64_t most);
Int128 sum_without_ends(SortedRows rows, std::int64_t left_out);

}  // namespace selvage
