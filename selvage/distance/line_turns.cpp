#include "selvage/distance/line_turns.hpp"

#include <algorithm>

namespace selvage {

std::size_t LineTurns::level_of(Int128 sum) const {
  return static_cast<std::size_t>(std::lower_bound(levels.begin(), levels.end(), sum) -
                                  levels.begin());
}

LineTurns line_turns(const LineHistogram& from, const LineHistogram& to,
                     const CommonMasses& masses) {
  LineTurns all;
  Int128 sum = 0;
  auto a = from.begin();
  auto b = to.begin();
  while (a != from.end() || b != to.end()) {
    const bool take_a = b == to.end() || (a != from.end() && a->place <= b->place);
    const bool take_b = a == from.end() || (b != to.end() && b->place <= a->place);
    const std::int64_t place = take_a ? a->place : b->place;
    const Int128 source = take_a ? masses.from_factor * (a++)->count : 0;
    const Int128 sink = take_b ? masses.to_factor * (b++)->count : 0;
    all.resting += std::min(source, sink);
    if (source == sink) continue;
    sum += source - sink;
    all.turns.push_back({place, sum});
  }
  all.levels = {0};
  for (const LineTurn& turn : all.turns) all.levels.push_back(turn.sum);
  std::sort(all.levels.begin(), all.levels.end());
  all.levels.erase(std::unique(all.levels.begin(), all.levels.end()), all.levels.end());
  return all;
}

}  // namespace selvage
