#include "selvage/mechanism/trimmed_mean/mean_reach.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace selvage {
namespace {

constexpr Int128 kUnbounded = Int128{1} << 120;  // beyond every difference that stays
constexpr Uint128 kShiftedFrom = Uint128{1} << 62;
constexpr int kShift = 20;

// The code at a rank; before the first row there are arbitrarily small ones.
Int128 code_at(const RankWindow& window, std::int64_t rank) {
  if (rank < 1) return -kUnbounded;
  if (rank > window.rows) return kUnbounded;
  const std::int64_t index = rank - 1 - window.below;
  assert(0 <= index && index < std::ssize(window.codes));
  return window.codes[static_cast<std::size_t>(index)];
}

// All tables of one number of rows that few edits reach.
struct OfSize {
  const TrimmedEnds& ends;
  std::int64_t more;       // rows than there are
  std::int64_t low, high;  // ranks of the last rows left out
  Int128 widest;           // the largest distance of them that stays in the octave
  Int128 narrowest;        // the least one

  // `below` rows added below everything, `taken` from the middle, the others above.
  bool widens(std::int64_t below, std::int64_t taken) const {
    return code_at(ends.high, high + taken - below) - code_at(ends.low, low - below) >
           widest;
  }
  // `below` rows taken away at the lower end, `added` within, the others taken above.
  bool narrows(std::int64_t below, std::int64_t added) const {
    if (added >= high - low) return 0 < narrowest;
    return code_at(ends.high, high + below - added) - code_at(ends.low, low + below) <
           narrowest;
  }
};

// The least number of edits with which one of these tables leaves the octave, if it is
// below `best`. What leaves with some edits leaves with more of them, so the number
// only goes down.
std::int64_t fewest_edits(const OfSize& size, std::int64_t best) {
  const std::int64_t more = size.more;
  std::int64_t taken = (best - 1 - more) / 2;  // more + 2 taken edits in all
  const auto least_taken = [&](std::int64_t below) {
    return std::max({std::int64_t{0}, -more, below - more});
  };
  for (std::int64_t below = 0; taken >= least_taken(below); ++below)
    while (taken >= least_taken(below) && size.widens(below, taken))
      best = more + 2 * taken--;
  std::int64_t added = (best - 1 + more) / 2;  // 2 added - more edits in all
  const auto least_added = [&](std::int64_t below) {
    return std::max({std::int64_t{0}, more, below + more});
  };
  for (std::int64_t below = 0; added >= least_added(below); ++below)
    while (added >= least_added(below) && size.narrows(below, added))
      best = 2 * added-- - more;
  return best;
}

}  // namespace

std::optional<Uint128> mean_reach(const TrimmedEnds& ends, int bits) {
  const std::int64_t rows = ends.low.rows, kept = ends.trimming.kept(rows);
  if (kept < kLeastKept) return std::nullopt;
  const std::int64_t out = ends.trimming.left_out(rows);
  const Int128 width = code_at(ends.high, rows - out + 1) - code_at(ends.low, out);
  return static_cast<Uint128>(((width << bits) + kept - 1) / kept);
}

std::int64_t octave_of_reach(Uint128 reach, Octaves octaves) {
  if (reach < kShiftedFrom)
    return octave_of(static_cast<std::uint64_t>(reach), octaves);
  return octave_of(static_cast<std::uint64_t>(reach >> kShift), octaves) + 2 * kShift;
}

ReachEnds ends_of_reach(std::int64_t bin) {
  assert(0 <= bin && bin <= kMostReachOctave);
  const auto plain = [](std::int64_t at) {
    const OctaveEnds ends = ends_of_octave(at);
    return ReachEnds{static_cast<Uint128>(ends.least), static_cast<Uint128>(ends.most)};
  };
  const auto shifted = [&](std::int64_t at) {
    const ReachEnds ends = plain(at - 2 * kShift);
    return ReachEnds{ends.least << kShift, ((ends.most + 1) << kShift) - 1};
  };
  // The last octave of the half kind that begins before 2^62 ends behind it.
  if (bin <= 124) return plain(bin);
  if (bin == 125) return {plain(bin).least, shifted(bin).most};
  return shifted(bin);
}

std::int64_t reach_depth(const TrimmedEnds& ends, int bits, Octaves octaves,
                         std::int64_t most) {
  const auto now = mean_reach(ends, bits);
  if (!now) return 1;
  const ReachEnds octave = ends_of_reach(octave_of_reach(*now, octaves));
  const Trimming& trimming = ends.trimming;
  std::int64_t best = most;
  for (std::int64_t edits = 0; edits < best; ++edits)
    for (const std::int64_t more : {edits, -edits}) {
      if (edits >= best) break;
      const std::int64_t rows = ends.low.rows + more;
      const std::int64_t kept = rows < 1 ? 0 : trimming.kept(rows);
      if (kept < kLeastKept) {
        best = std::max<std::int64_t>(edits, 1);
        break;
      }
      const std::int64_t out = trimming.left_out(rows);
      // ceil(2^bits W / kept) <= most, and >= least.
      const Int128 widest = (static_cast<Int128>(octave.most) * kept) >> bits;
      const Int128 narrowest =
          octave.least == 0
              ? 0
              : ((static_cast<Int128>(octave.least - 1) * kept) >> bits) + 1;
      best = fewest_edits({ends, more, out, rows - out + 1, widest, narrowest}, best);
    }
  return std::max<std::int64_t>(best, 1);
}

}  // namespace selvage
