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

}  // namespace selvage
