#include "selvage/distance/line_average.hpp"

#include <algorithm>
#include <cassert>
#include <queue>
#include <utility>

namespace selvage {
namespace {

// Where there are many more crossings than places, losses one by one are faster.
std::size_t most_crossings(std::size_t places) {
  return std::clamp(4 * places, std::size_t{1} << 22, std::size_t{1} << 25);
}

// At each level the places at which it is crossed, one list after the other.
struct Crossings {
  std::vector<std::size_t> starts;  // list i is of what lies between levels i and i + 1
  std::vector<std::int64_t> places;
};

std::optional<Crossings> crossings_of(const LineTurns& line) {
  const auto& turns = line.turns;
  Crossings all;
  std::vector<std::pair<std::size_t, std::size_t>> crossed;  // of each turn
  std::vector<std::ptrdiff_t> begins(line.levels.size() + 1, 0);
  std::size_t before = line.level_of(0), number = 0;
  for (const LineTurn& turn : turns) {
    const std::size_t after = line.level_of(turn.sum);
    const auto [low, high] = std::minmax(before, after);
    crossed.emplace_back(low, high);
    ++begins[low];
    --begins[high];
    if ((number += high - low) > most_crossings(turns.size())) return std::nullopt;
    before = after;
  }
  all.starts = {0};
  std::ptrdiff_t here = 0;
  for (std::size_t level = 0; level + 1 < line.levels.size(); ++level) {
    here += begins[level];
    all.starts.push_back(all.starts.back() + static_cast<std::size_t>(here));
  }
  all.places.resize(number);
  std::vector<std::size_t> next(all.starts.begin(), all.starts.end());
  for (std::size_t i = 0; i < turns.size(); ++i)
    for (std::size_t level = crossed[i].first; level < crossed[i].second; ++level)
      all.places[next[level]++] = turns[i].place;
  return all;
}

// Gaps in a row. To take one and later regret it for both its neighbours is one gap of
// their sum less its own: so the list grows shorter by two each time.
class Gaps {
 public:
  explicit Gaps(std::span<const std::int64_t> places) : gaps_(places.size() - 1) {
    for (std::size_t i = 0; i < gaps_.size(); ++i) {
      gaps_[i] = {places[i + 1] - places[i], i, i + 2, true};
      waiting_.emplace(gaps_[i].cost, i);
    }
  }

  std::int64_t take_cheapest() {
    while (!is_current(waiting_.top())) waiting_.pop();
    const auto [cost, at] = waiting_.top();
    waiting_.pop();
    Gap& gap = gaps_[at];
    const bool has_before = gap.before > 0, has_after = gap.after <= gaps_.size();
    if (has_before && has_after) {
      gap.cost = remove_before(gap) + remove_after(gap) - cost;
      waiting_.emplace(gap.cost, at);
    } else {  // at an end nothing can be had instead of it
      if (has_before) remove_before(gap);
      if (has_after) remove_after(gap);
      if (gap.before > 0) gaps_[gap.before - 1].after = gap.after;
      if (gap.after <= gaps_.size()) gaps_[gap.after - 1].before = gap.before;
      gap.listed = false;
    }
    return cost;
  }

 private:
  struct Gap {
    std::int64_t cost;
    std::size_t before, after;  // counted from 1; 0 and gaps + 1 are the ends
    bool listed;
  };
  using Waiting = std::pair<std::int64_t, std::size_t>;

  bool is_current(const Waiting& one) const {
    return gaps_[one.second].listed && gaps_[one.second].cost == one.first;
  }
  std::int64_t remove_before(Gap& gap) {
    Gap& gone = gaps_[gap.before - 1];
    gone.listed = false;
    const std::size_t self = gone.after;
    gap.before = gone.before;
    if (gap.before > 0) gaps_[gap.before - 1].after = self;
    return gone.cost;
  }
  std::int64_t remove_after(Gap& gap) {
    Gap& gone = gaps_[gap.after - 1];
    gone.listed = false;
    const std::size_t self = gone.before;
    gap.after = gone.after;
    if (gap.after <= gaps_.size()) gaps_[gap.after - 1].before = self;
    return gone.cost;
  }

  std::vector<Gap> gaps_;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
};

struct CostedMass {
  std::int64_t cost;
  Int128 mass;
};

std::vector<ShippedMass> in_order(std::vector<CostedMass> parts) {
  std::sort(parts.begin(), parts.end(),
            [](const CostedMass& a, const CostedMass& b) { return a.cost < b.cost; });
  std::vector<ShippedMass> result;
  for (std::size_t i = 0, end = 0; i < parts.size(); i = end) {
    Int128 mass = 0;
    for (; end < parts.size() && parts[end].cost == parts[i].cost; ++end)
      mass += parts[end].mass;
    if (mass > 0) result.push_back({parts[i].cost, mass});
  }
  return result;
}

}  // namespace

std::vector<std::int64_t> costs_of_pairs(std::span<const std::int64_t> places) {
  assert(places.size() % 2 == 0);
  std::vector<std::int64_t> costs;
  if (places.size() == 2) return {places[1] - places[0]};
  if (places.empty()) return costs;
  Gaps gaps(places);
  while (costs.size() < places.size() / 2) costs.push_back(gaps.take_cheapest());
  return costs;
}

std::optional<AverageProfile> line_average(const LineTurns& line, Int128 total) {
  const auto all = crossings_of(line);
  if (!all) return std::nullopt;
  std::vector<CostedMass> parts = {{0, line.resting}};
  for (std::size_t level = 0; level + 1 < line.levels.size(); ++level) {
    const Int128 mass = line.levels[level + 1] - line.levels[level];
    const std::span<const std::int64_t> places(
        all->places.data() + all->starts[level],
        all->starts[level + 1] - all->starts[level]);
    for (const std::int64_t cost : costs_of_pairs(places))
      parts.push_back({cost, mass});
  }
  return AverageProfile(in_order(std::move(parts)), total);
}

}  // namespace selvage
