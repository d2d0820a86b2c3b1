// How far one row more or less can move a trimmed mean, and how many rows must be added
// or taken away before that is of another size: exactly, from rows around the ends of
// what is kept. [T129, T130]
#pragma once
#include "selvage/base/int128.hpp"
#include "selvage/mechanism/certain/change_depth.hpp"

namespace selvage {

// ceil(part n) of n rows are left out at either end. Requires 0 < part < 1/2.
struct Trimming {
  RankPart part;
  std::int64_t left_out(std::int64_t rows) const { return part.rank_of(rows); }
  std::int64_t kept(std::int64_t rows) const { return rows - 2 * left_out(rows); }
};

// A trimmed mean is told where it is of so many rows at least.
inline constexpr std::int64_t kLeastKept = 2;

// The rows at either end of what is left out, as Reader::trimmed gives them.
struct TrimmedEnds {
  const RankWindow& low;
  const RankWindow& high;
  Trimming trimming;
};

// ceil(2^bits W / N), W the distance of the last rows left out at either end, N the
// number of rows kept: no row moves the mean by more, in 2^-bits of a code. None where
// too few are kept. Requires 0 <= bits <= 20.
std::optional<Uint128> mean_reach(const TrimmedEnds& ends, int bits);

// The octave of a reach, as octave_of; from 2^62 on its last 20 bits count for nothing.
std::int64_t octave_of_reach(Uint128 reach, Octaves octaves);
inline constexpr std::int64_t kMostReachOctave = 166;
// The reaches in it. Requires 0 <= bin <= kMostReachOctave.
struct ReachEnds {
  Uint128 least, most;
};
ReachEnds ends_of_reach(std::int64_t bin);

// The least number of rows, added or taken away, after which the reach may be in
// another octave or there is none, and `most` where that is more. At least 1.
// Requires windows with most + 2 ranks on either side.
std::int64_t reach_depth(const TrimmedEnds& ends, int bits, Octaves octaves,
                         std::int64_t most);

}  // namespace selvage
