#include "selvage/experiment/rivals/replaced_depth.hpp"

namespace selvage {
namespace {

Int128 row_at_rank(SortedRows rows, std::int64_t rank) {
  if (rank < 1) return -kNoBound;
  if (rank > std::ssize(rows)) return kNoBound;
  return rows[static_cast<std::size_t>(rank - 1)];
}

// The first k at which the largest x(high + j) - x(low - i), i + j = k + 1, is above.
std::int64_t widening_above(SortedRows rows, const RankPair& pair, Int128 bound,
                            std::int64_t most) {
  for (std::int64_t k = 0; k < most; ++k)
    for (std::int64_t i = 0; i <= k + 1; ++i)
      if (row_at_rank(rows, pair.high + k + 1 - i) - row_at_rank(rows, pair.low - i) >
          bound)
        return k;
  return most;
}

}  // namespace

Int128 spread_between(SortedRows rows, const RankPair& pair) {
  return row_at_rank(rows, pair.high) - row_at_rank(rows, pair.low);
}

std::int64_t value_depth_replaced(SortedRows rows, std::int64_t rank,
                                  const RisingLabel& label, std::int64_t most) {
  const std::int64_t now = label(row_at_rank(rows, rank));
  for (std::int64_t m = 1; m < most; ++m)
    if (label(row_at_rank(rows, rank - m)) != now ||
        label(row_at_rank(rows, rank + m)) != now)
      return m;
  return most;
}

std::int64_t spread_depth_replaced(SortedRows rows, const RankPair& pair,
                                   const RisingLabel& label, std::int64_t most) {
  const std::int64_t now = label(spread_between(rows, pair));
  for (std::int64_t m = 1; m < most; ++m)
    for (std::int64_t i = 0; i <= m; ++i) {
      const std::int64_t j = m - i;
      const Int128 wide =
          row_at_rank(rows, pair.high + j) - row_at_rank(rows, pair.low - i);
      const Int128 narrow =
          m >= pair.high - pair.low
              ? 0
              : row_at_rank(rows, pair.high - j) - row_at_rank(rows, pair.low + i);
      if (label(wide) != now || label(narrow) != now) return m;
    }
  return most;
}

std::int64_t jump_depth_replaced(SortedRows rows, std::int64_t rank, Int128 bound,
                                 std::int64_t most) {
  return widening_above(rows, {rank, rank}, bound, most);
}

std::int64_t sum_depth_replaced(SortedRows rows, std::int64_t left_out, Int128 bound,
                                std::int64_t most) {
  return widening_above(rows, {left_out + 1, std::ssize(rows) - left_out}, bound, most);
}

Int128 sum_without_ends(SortedRows rows, std::int64_t left_out) {
  Int128 sum = 0;
  for (const std::int64_t code :
       rows.subspan(static_cast<std::size_t>(left_out),
                    rows.size() - 2 * static_cast<std::size_t>(left_out)))
    sum += code;
  return sum;
}

}  // namespace selvage
