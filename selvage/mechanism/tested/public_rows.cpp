#include "selvage/mechanism/tested/public_rows.hpp"

#include <algorithm>
#include <cassert>

namespace selvage {

PublicRows::PublicRows(std::int64_t people, std::span<const std::int64_t> rising)
    : people_(people), rows_(std::ssize(rising)), parts_{{0, rising}} {
  assert(people >= 1 && std::is_sorted(rising.begin(), rising.end()));
}

PublicRows::PublicRows(std::int64_t people, std::span<const RankWindow> windows)
    : people_(people), rows_(windows.front().rows) {
  assert(people >= 1);
  for (const RankWindow& window : windows)
    parts_.push_back({window.below, window.codes});
}

Int128 PublicRows::at(std::int64_t rank) const {
  if (rank < 1) return -kNoBound;
  if (rank > people_) return kNoBound;
  const std::int64_t place = rank + rows_below_middle(rows_, people_) - 1;
  if (place < 0) return -kNoBound;
  if (place >= rows_) return kNoBound;
  for (const Part& part : parts_)
    if (part.below <= place && place - part.below < std::ssize(part.codes))
      return part.codes[static_cast<std::size_t>(place - part.below)];
  assert(false);  // nobody asks for what was not read
  return kNoBound;
}

Int128 row_difference(Int128 upper, Int128 lower) {
  return lower <= -kNoBound || upper >= kNoBound || lower >= kNoBound ||
                 upper <= -kNoBound
             ? kNoBound
             : upper - lower;
}

}  // namespace selvage
