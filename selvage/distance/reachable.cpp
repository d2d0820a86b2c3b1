#include "selvage/distance/reachable.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/base/bisect.hpp"
#include "selvage/distance/masses.hpp"

namespace selvage {
namespace {

std::int64_t items(BarCounts counts) { return size_of(counts).value_or(0); }

std::int64_t value_at(std::size_t place) {
  return static_cast<std::int64_t>(place) + 1;
}

// Adds with a limit, since sums of gaps may be larger than any count.
std::int64_t capped_sum(std::int64_t a, std::int64_t b) {
  return std::min(kMostItems, a + std::min(b, kMostItems));
}

Reachable sorted(std::vector<std::int64_t> values, bool none) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return {std::move(values), none};
}

std::int64_t distance_to(const std::vector<std::int64_t>& rising, std::int64_t value) {
  const auto next = std::lower_bound(rising.begin(), rising.end(), value);
  std::int64_t least = kMostItems;
  if (next != rising.end()) least = *next - value;
  if (next != rising.begin()) least = std::min(least, value - *(next - 1));
  return least;
}

}  // namespace

std::int64_t items_to_drop(BarCounts counts, const Rational& alpha) {
  assert(alpha.sign() >= 0 && alpha <= 1);
  return (alpha * Rational(items(counts))).floor().to_int64().value_or(0);
}

Reachable reachable_max(BarCounts counts, std::int64_t drops) {
  std::vector<std::int64_t> values;
  std::int64_t above = 0;
  for (std::size_t g = counts.size(); g > 0 && above <= drops; --g) {
    if (counts[g - 1] > 0) values.push_back(value_at(g - 1));
    above += counts[g - 1];
  }
  return sorted(std::move(values), items(counts) <= drops);
}

Reachable reachable_min(BarCounts counts, std::int64_t drops) {
  std::vector<std::int64_t> values;
  std::int64_t below = 0;
  for (std::size_t g = 0; g < counts.size() && below <= drops; ++g) {
    if (counts[g] > 0) values.push_back(value_at(g));
    below += counts[g];
  }
  return sorted(std::move(values), items(counts) <= drops);
}

Reachable reachable_range(BarCounts counts, std::int64_t drops) {
  std::vector<std::int64_t> values;
  std::int64_t below = 0;
  for (std::size_t low = 0; low < counts.size() && below <= drops; ++low) {
    std::int64_t above = 0;
    for (std::size_t high = counts.size();
         counts[low] > 0 && high > low && below + above <= drops; --high) {
      if (counts[high - 1] > 0)
        values.push_back(static_cast<std::int64_t>(high - 1 - low));
      above += counts[high - 1];
    }
    below += counts[low];
  }
  return sorted(std::move(values), items(counts) <= drops);
}

Reachable reachable_max_k(BarCounts counts, std::int64_t least, std::int64_t drops) {
  std::vector<std::int64_t> values;
  std::int64_t above = 0;  // what must go so that no place above has so many
  for (std::size_t g = counts.size(); g > 0 && above <= drops; --g) {
    if (counts[g - 1] < least) continue;
    values.push_back(value_at(g - 1));
    above += counts[g - 1] - least + 1;
  }
  if (above <= drops) values.push_back(0);
  return sorted(std::move(values), false);
}

// A place becomes the mode at the height that it has: to lower it as well would only
// lower what the others must come down to.
Reachable reachable_mode(BarCounts counts, std::int64_t drops) {
  std::vector<std::int64_t> values;
  for (std::size_t g = 0; g < counts.size(); ++g) {
    if (counts[g] == 0) continue;
    std::int64_t needed = 0;
    for (std::size_t i = 0; i < counts.size() && needed <= drops; ++i) {
      if (i == g) continue;
      const std::int64_t over = counts[i] - counts[g] + (i < g ? 1 : 0);
      needed = capped_sum(needed, std::max<std::int64_t>(0, over));
    }
    if (needed <= drops) values.push_back(value_at(g));
  }
  return sorted(std::move(values), items(counts) <= drops);
}

Reachable reachable_quantile(BarCounts counts, const Rational& share,
                             std::int64_t drops) {
  assert(share.sign() > 0 && share <= 1);
  const std::int64_t size = items(counts);
  const bool none = size <= drops;
  const std::int64_t dropped = std::min(drops, std::max<std::int64_t>(size - 1, 0));
  const std::int64_t first = *(share * Rational(size - dropped)).ceil().to_int64();
  std::vector<std::int64_t> values;
  std::int64_t before = 0;
  for (std::size_t g = 0; g < counts.size(); ++g) {
    const bool after_first = before + counts[g] >= first;
    const bool until_last = before + 1 <= dropped + first;
    if (counts[g] > 0 && after_first && until_last) values.push_back(value_at(g));
    before += counts[g];
  }
  return sorted(std::move(values), none);
}

ExtendedRational flexible_error(const Reachable& reachable,
                                const std::optional<std::int64_t>& released) {
  if (!released) return reachable.none ? 0 : ExtendedRational::infinity();
  if (reachable.values.empty()) return ExtendedRational::infinity();
  return distance_to(reachable.values, *released);
}

ExtendedRational flexible_support_error(BarCounts counts, std::int64_t drops,
                                        const std::vector<std::int64_t>& released) {
  const bool can_be_empty = items(counts) <= drops;
  if (released.empty()) return can_be_empty ? 0 : ExtendedRational::infinity();
  const auto within = [&](std::int64_t radius) {
    std::vector<std::int64_t> kept;
    std::int64_t dropped = 0;
    for (std::size_t g = 0; g < counts.size(); ++g) {
      if (counts[g] == 0) continue;
      if (distance_to(released, value_at(g)) <= radius)
        kept.push_back(value_at(g));
      else
        dropped += counts[g];
    }
    return dropped <= drops &&
           std::all_of(released.begin(), released.end(), [&](std::int64_t value) {
             return distance_to(kept, value) <= radius;
           });
  };
  const auto all = static_cast<std::int64_t>(counts.size());
  if (!within(all)) return ExtendedRational::infinity();
  return least_above(-1, all, within);
}

}  // namespace selvage
