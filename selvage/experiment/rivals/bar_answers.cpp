#include "selvage/experiment/rivals/bar_answers.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace selvage {
namespace {

std::int64_t above(std::int64_t x) { return std::max<std::int64_t>(0, x); }

// The height of bar i, from 1 on.
std::int64_t height(Bars bars, std::int64_t i) {
  return bars[static_cast<std::size_t>(i - 1)];
}

std::int64_t count_of(Bars bars) { return static_cast<std::int64_t>(bars.size()); }

// To lower all bars above each one below the least height.
std::vector<std::int64_t> lowered_above(const HighestBar& f, Bars bars) {
  std::vector<std::int64_t> lowered(bars.size() + 1, 0);
  for (std::int64_t i = count_of(bars); i > 0; --i)
    lowered[static_cast<std::size_t>(i - 1)] =
        lowered[static_cast<std::size_t>(i)] + above(height(bars, i) - f.least + 1);
  return lowered;
}

// The least value of a convex function of whole numbers from `low` to `high`.
template <class Function>
std::int64_t least_of_convex(std::int64_t low, std::int64_t high, const Function& f) {
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (f(middle + 1) >= f(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return f(low);
}

// What it takes that no other bar stands in the way of a mode of height H: those before
// it are lower, those behind it at most as high.
class ModeRoom {
 public:
  explicit ModeRoom(Bars bars)
      : bars_(bars), heights_(*std::max_element(bars.begin(), bars.end()) + 2) {
    const std::size_t rows = bars.size() + 2;
    before_.assign(rows * static_cast<std::size_t>(heights_), 0);
    behind_ = before_;
    for (std::int64_t i = 1; i <= count_of(bars); ++i)
      for (std::int64_t h = 0; h < heights_; ++h)
        before_[at(i + 1, h)] = before_[at(i, h)] + above(height(bars, i) - h + 1);
    for (std::int64_t i = count_of(bars); i > 0; --i)
      for (std::int64_t h = 0; h < heights_; ++h)
        behind_[at(i - 1, h)] = behind_[at(i, h)] + above(height(bars, i) - h);
  }

  // Heights that are worth a thought end here.
  std::int64_t most() const { return heights_ - 1; }
  // Of the bars before bar i, and of those behind it.
  std::int64_t before(std::int64_t i, std::int64_t h) const {
    return before_[at(i, h)];
  }
  std::int64_t behind(std::int64_t i, std::int64_t h) const {
    return behind_[at(i, h)];
  }

  std::int64_t edits_to(std::int64_t mode) const {
    return least_of_convex(mode == 1 ? 0 : 1, most(), [&](std::int64_t h) {
      return std::abs(height(bars_, mode) - h) + before(mode, h) + behind(mode, h);
    });
  }

  // As edits_between: the bars `low` and `high` stand at H, or `low` one below.
  std::int64_t edits_between(std::int64_t low, std::int64_t high) const {
    const std::int64_t x = height(bars_, low), y = height(bars_, high);
    const std::int64_t even =
        least_of_convex(low == 1 ? 0 : 1, most(), [&](std::int64_t h) {
          return std::abs(x - h) + std::abs(y - h) + before(low, h) + behind(low, h) -
                 above(y - h);
        });
    const std::int64_t below = least_of_convex(1, most(), [&](std::int64_t h) {
      return std::abs(x - h + 1) + std::abs(y - h) + before(high, h) + behind(high, h) -
             above(x - h + 1);
    });
    return std::min(even, below);
  }

 private:
  std::size_t at(std::int64_t bar, std::int64_t h) const {
    return static_cast<std::size_t>(bar * heights_ + h);
  }
  Bars bars_;
  std::int64_t heights_;
  std::vector<std::int64_t> before_, behind_;  // by bar and height
};

// By distance, of all pairs from the least answer on.
template <class Edits>
std::vector<std::int64_t> least_by_distance(std::int64_t first, std::int64_t last,
                                            const Edits& edits) {
  std::vector<std::int64_t> least(
      static_cast<std::size_t>(std::max<std::int64_t>(0, last - first)),
      std::numeric_limits<std::int64_t>::max());
  for (std::int64_t low = first; low < last; ++low)
    for (std::int64_t high = low + 1; high <= last; ++high) {
      auto& place = least[static_cast<std::size_t>(high - low - 1)];
      place = std::min(place, edits(low, high));
    }
  return least;
}

}  // namespace

std::int64_t answer_of(const HighestBar& f, Bars bars) {
  for (std::int64_t i = count_of(bars); i > 0; --i)
    if (height(bars, i) >= f.least) return i;
  return 0;
}

std::int64_t answer_of(const FirstMode&, Bars bars) {
  return std::max_element(bars.begin(), bars.end()) - bars.begin() + 1;
}

std::int64_t stability_of(const HighestBar& f, Bars bars) {
  const std::int64_t m = answer_of(f, bars);
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  if (m > 0) least = height(bars, m) - f.least;
  for (std::int64_t i = m + 1; i <= count_of(bars); ++i)
    least = std::min(least, f.least - 1 - height(bars, i));
  return least;
}

std::int64_t stability_of(const FirstMode& f, Bars bars) {
  const std::int64_t m = answer_of(f, bars);
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t i = 1; i <= count_of(bars); ++i)
    if (i != m)
      least = std::min(least, height(bars, m) - height(bars, i) - (i < m ? 1 : 0));
  return least;
}

// All bars above `low` fall below the least height but for `high`, which stands at the
// edge of it, and `low` is raised to it.
std::int64_t edits_between(const HighestBar& f, Bars bars, std::int64_t low,
                           std::int64_t high) {
  assert(0 <= low && low < high && high <= count_of(bars));
  std::int64_t lowered = 0;
  for (std::int64_t i = low + 1; i <= count_of(bars); ++i)
    lowered += above(height(bars, i) - f.least + 1);
  const std::int64_t raised = low > 0 ? above(f.least - height(bars, low)) : 0;
  const std::int64_t there = height(bars, high);
  return raised + (there >= f.least ? lowered - 1 : lowered + f.least - 1 - there);
}

// Either both have the height H, and one more decides, or `low` stands one below.
std::int64_t edits_between(const FirstMode&, Bars bars, std::int64_t low,
                           std::int64_t high) {
  assert(1 <= low && low < high && high <= count_of(bars));
  const std::int64_t most = *std::max_element(bars.begin(), bars.end()) + 1;
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t h = low == 1 ? 0 : 1; h <= most; ++h) {
    const std::int64_t at_high = std::abs(height(bars, high) - h);
    std::int64_t even = std::abs(height(bars, low) - h) + at_high,
                 below = std::abs(height(bars, low) - h + 1) + at_high;
    for (std::int64_t i = 1; i <= count_of(bars); ++i) {
      if (i == low || i == high) continue;
      even += above(height(bars, i) - h + (i < low ? 1 : 0));
      below += above(height(bars, i) - h + (i < high ? 1 : 0));
    }
    best = std::min(best, even);
    if (h >= 1) best = std::min(best, below);
  }
  return best;
}

std::vector<std::int64_t> least_edits(const HighestBar& f, Bars bars) {
  const auto lowered = lowered_above(f, bars);
  return least_by_distance(0, count_of(bars), [&](std::int64_t low, std::int64_t high) {
    const std::int64_t raised = low > 0 ? above(f.least - height(bars, low)) : 0;
    const std::int64_t there = height(bars, high);
    return raised + lowered[static_cast<std::size_t>(low)] +
           (there >= f.least ? -1 : f.least - 1 - there);
  });
}

std::vector<std::int64_t> least_edits(const FirstMode&, Bars bars) {
  const ModeRoom room(bars);
  return least_by_distance(1, count_of(bars), [&](std::int64_t low, std::int64_t high) {
    return room.edits_between(low, high);
  });
}

std::vector<std::int64_t> edits_to_answers(const HighestBar& f, Bars bars) {
  auto edits = lowered_above(f, bars);
  for (std::int64_t r = 1; r <= count_of(bars); ++r)
    edits[static_cast<std::size_t>(r)] += above(f.least - height(bars, r));
  return edits;
}

std::vector<std::int64_t> edits_to_answers(const FirstMode&, Bars bars) {
  const ModeRoom room(bars);
  std::vector<std::int64_t> edits;
  for (std::int64_t r = 1; r <= count_of(bars); ++r) edits.push_back(room.edits_to(r));
  return edits;
}

}  // namespace selvage
