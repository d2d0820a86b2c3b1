// How many rows must be added or taken away before an order statistic, or the size of a
// difference of two of them, is another: exactly, from rows around their ranks. [T123,
// T124]
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "selvage/summary/rank_windows.hpp"

namespace selvage {

// A place among the n rows: ceil(part n / whole). Requires 0 < part < whole.
struct RankPart {
  std::int64_t part, whole;
  std::int64_t rank_of(std::int64_t rows) const;
};

// How many ranks on either side of a quantile must be read for depths below `most`.
std::int64_t ranks_needed(const RankPart& at, std::int64_t most);
// The same for a difference of two quantiles, around each of them.
std::int64_t ranks_needed(const RankPart& low, const RankPart& high, std::int64_t most);

// The quantile at that place; none where there are no rows.
std::optional<std::int64_t> quantile_of(const RankWindow& window, const RankPart& at);

// The least number of rows, added or taken away, after which the quantile may be
// another or there is none, and `most` where that is more. At least 1.
// Requires a window with ranks_needed(at, most) rows on either side.
std::int64_t change_depth(const RankWindow& window, const RankPart& at,
                          std::int64_t most);
// The same for a label of it, which rises with the code.
using CodeLabel = std::function<std::int64_t(std::int64_t)>;
std::int64_t change_depth(const RankWindow& window, const RankPart& at,
                          std::int64_t most, const CodeLabel& label);

// The least number of rows, added or taken away, after which one row more can move the
// quantile by more than `bound`, or there is none; 0 where it already can, and `most`
// where that is more. [T132]
// Requires a window with most + 2 rows on either side.
std::int64_t jump_depth(const RankWindow& window, const RankPart& at,
                        std::uint64_t bound, std::int64_t most);

// In which octave a whole number lies: of whole powers of 2, or half an octave beside
// them. Bin b >= 1 holds 2^((b-2)/2) <= x < 2^(b/2); bin 0 holds 0 alone.
enum class Octaves { whole, half };
std::int64_t octave_of(std::uint64_t x, Octaves octaves);
struct OctaveEnds {
  std::int64_t least, most;  // the whole numbers in it
  std::int64_t middle;       // the nearest to the middle by ratio, within
};
// Of the numbers up to `widest`. Requires 0 <= bin and a bin that holds one of them.
OctaveEnds ends_of_octave(
    std::int64_t bin, std::int64_t widest = std::numeric_limits<std::int64_t>::max());

// Two quantiles of the same rows.
struct QuantilePair {
  const RankWindow& low_window;
  const RankWindow& high_window;
  RankPart low, high;  // low < high
};
// How far apart they are; none where there are no rows.
std::optional<std::uint64_t> spread_of(const QuantilePair& pair);
// As change_depth, for the octave of how far apart they are.
std::int64_t spread_depth(const QuantilePair& pair, Octaves octaves, std::int64_t most);

}  // namespace selvage
