// Which values a statistic of a histogram can take when at most k items are dropped,
// and how far a released value is from the nearest of them: e_alpha(x, r) with
// k = floor(alpha |x|). [T156] Place i of `counts` is the value i + 1.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "selvage/base/extended_rational.hpp"

namespace selvage {

struct Reachable {
  std::vector<std::int64_t> values;  // rising
  bool none = false;                 // whether nothing may be left: all were dropped
  bool operator==(const Reachable&) const = default;
};

using BarCounts = std::span<const std::int64_t>;

// floor(alpha |x|). Requires 0 <= alpha <= 1.
std::int64_t items_to_drop(BarCounts counts, const Rational& alpha);

// All require counts that are not below 0, fewer than 2^62 together, and 0 <= drops.
Reachable reachable_max(BarCounts counts, std::int64_t drops);
Reachable reachable_min(BarCounts counts, std::int64_t drops);
// Greatest less least value.
Reachable reachable_range(BarCounts counts, std::int64_t drops);
// The largest value that `least` items or more have, and 0 if none has. Requires
// least >= 1.
Reachable reachable_max_k(BarCounts counts, std::int64_t least, std::int64_t drops);
// The smallest value that most items have.
Reachable reachable_mode(BarCounts counts, std::int64_t drops);
// The item of rank ceil(share n) among n that are left. Requires 0 < share <= 1.
Reachable reachable_quantile(BarCounts counts, const Rational& share,
                             std::int64_t drops);

// Of a released value, or of "none": infinity where nothing reachable is comparable.
ExtendedRational flexible_error(const Reachable& reachable,
                                const std::optional<std::int64_t>& released);

// The same for the set of values that occur, in the Hausdorff metric: the least r such
// that a histogram with at most so many drops has no value farther than r from
// `released`, and none of these is farther than r from all its values.
// Requires values in rising order from 1 to counts.size().
ExtendedRational flexible_support_error(BarCounts counts, std::int64_t drops,
                                        const std::vector<std::int64_t>& released);

}  // namespace selvage
