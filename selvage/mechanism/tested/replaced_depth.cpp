#include "selvage/mechanism/tested/replaced_depth.hpp"

#include <algorithm>

namespace selvage {
namespace {

// The least i + j for which `leaves(i, j)`, and `most` where that is more. What leaves
// with i and j leaves with more of either, so the j that is needed only falls while i
// rises: two pointers are enough, and the first j is found by halving, since most
// tables have far fewer rows than a small epsilon would look at.
template <class Leaves>
std::int64_t least_leaving(std::int64_t most, const Leaves& leaves) {
  std::int64_t best = most;
  std::int64_t j = most - 1;
  for (std::int64_t stays = -1; j - stays > 1;) {
    const std::int64_t middle = stays + (j - stays) / 2;
    (leaves(0, middle) ? j : stays) = middle;
  }
  for (std::int64_t i = 0; i < best; ++i) {
    while (j > 0 && leaves(i, j - 1)) --j;
    if (leaves(i, j)) best = std::min(best, i + j);
  }
  return best;
}

// The first k at which the largest x(high + j) - x(low - i), i + j = k + 1, is above.
std::int64_t widening_above(const PublicRows& rows, const RankPair& pair, Int128 bound,
                            std::int64_t most) {
  const std::int64_t sum = least_leaving(most + 1, [&](std::int64_t i, std::int64_t j) {
    return row_difference(rows.at(pair.high + j), rows.at(pair.low - i)) > bound;
  });
  return std::max<std::int64_t>(sum - 1, 0);
}

}  // namespace

Int128 spread_between(const PublicRows& rows, const RankPair& pair) {
  return row_difference(rows.at(pair.high), rows.at(pair.low));
}

std::int64_t value_depth_replaced(const PublicRows& rows, std::int64_t rank,
                                  const RisingLabel& label, std::int64_t most) {
  const std::int64_t now = label(rows.at(rank));
  for (std::int64_t m = 1; m < most; ++m)
    if (label(rows.at(rank - m)) != now || label(rows.at(rank + m)) != now) return m;
  return most;
}

std::int64_t spread_depth_replaced(const PublicRows& rows, const RankPair& pair,
                                   const RisingLabel& label, std::int64_t most) {
  const std::int64_t now = label(spread_between(rows, pair));
  const auto widens = [&](std::int64_t i, std::int64_t j) {
    return label(row_difference(rows.at(pair.high + j), rows.at(pair.low - i))) != now;
  };
  const auto narrows = [&](std::int64_t i, std::int64_t j) {
    const Int128 narrow =
        i + j >= pair.high - pair.low
            ? 0
            : row_difference(rows.at(pair.high - j), rows.at(pair.low + i));
    return label(narrow) != now;
  };
  return std::max<std::int64_t>(
      1, std::min(least_leaving(most, widens), least_leaving(most, narrows)));
}

std::int64_t jump_depth_replaced(const PublicRows& rows, std::int64_t rank,
                                 Int128 bound, std::int64_t most) {
  return widening_above(rows, {rank, rank}, bound, most);
}

std::int64_t sum_depth_replaced(const PublicRows& rows, std::int64_t left_out,
                                Int128 bound, std::int64_t most) {
  return widening_above(rows, {left_out + 1, rows.people() - left_out}, bound, most);
}

}  // namespace selvage
