#include "selvage/mechanism/certain/change_depth.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

#include "selvage/base/int128.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kLastOctave = 127;  // that a difference of 64-bit codes is in

std::int64_t ceil_quotient(Int128 a, std::int64_t b) {
  return static_cast<std::int64_t>(-floor_quotient(-a, b));
}

// Rows by rank: before the first there are arbitrarily small ones, after the last
// arbitrarily large ones.
struct Place {
  enum class Kind { before, row, after } kind;
  std::int64_t code = 0;
  bool operator==(const Place&) const = default;
};

Place row_at(const RankWindow& window, std::int64_t rank) {
  if (rank < 1) return {Place::Kind::before};
  if (rank > window.rows) return {Place::Kind::after};
  const std::int64_t index = rank - 1 - window.below;
  assert(0 <= index && index < static_cast<std::int64_t>(window.codes.size()));
  return {Place::Kind::row, window.codes[static_cast<std::size_t>(index)]};
}

// The difference of two rows, the upper minus the lower; none where it has no bound.
std::optional<std::uint64_t> difference(const Place& upper, const Place& lower) {
  if (upper.kind != Place::Kind::row || lower.kind != Place::Kind::row)
    return std::nullopt;
  return static_cast<std::uint64_t>(upper.code) -
         static_cast<std::uint64_t>(lower.code);
}

// The least t from 1 to most at which it leaves; leaving is for good.
template <class Leaves>
std::int64_t first_leaving(std::int64_t most, const Leaves& leaves) {
  std::int64_t stays = 0, left = most;
  while (left - stays > 1) {
    const std::int64_t middle = stays + (left - stays) / 2;
    (leaves(middle) ? left : stays) = middle;
  }
  return left;
}

// The octave of the largest difference after t edits: il rows added below, ih above,
// the rest taken from between. [T124]
bool widening_leaves(const QuantilePair& pair, Octaves octaves, std::int64_t bin,
                     std::int64_t t) {
  const std::int64_t n = pair.low_window.rows;
  for (std::int64_t below = 0; below <= t; ++below)
    for (std::int64_t above = 0; below + above <= t; ++above) {
      const std::int64_t taken = std::min(t - below - above, n + below + above - 1);
      const std::int64_t rows = n + below + above - taken;
      const std::int64_t low = pair.low.rank_of(rows), high = pair.high.rank_of(rows);
      if (low == high) continue;  // then it is 0, which is not the largest
      const auto wide = difference(row_at(pair.high_window, high + taken - below),
                                   row_at(pair.low_window, low - below));
      if (!wide || octave_of(*wide, octaves) != bin) return true;
    }
  return false;
}

// Of the smallest one: rows taken below and above, the rest added between. [T124]
bool narrowing_leaves(const QuantilePair& pair, Octaves octaves, std::int64_t bin,
                      std::int64_t t) {
  const std::int64_t n = pair.low_window.rows;
  for (std::int64_t below = 0; below <= t && below < n; ++below)
    for (std::int64_t above = 0; below + above <= t; ++above) {
      const std::int64_t added = t - below - above;
      const std::int64_t rows = n + added - below - above;
      if (rows < 1) continue;
      const std::int64_t low = pair.low.rank_of(rows), high = pair.high.rank_of(rows);
      std::uint64_t narrow = 0;
      if (added < high - low) {
        const auto between = difference(row_at(pair.high_window, high + below - added),
                                        row_at(pair.low_window, low + below));
        if (!between) continue;  // such rows do not narrow it
        narrow = *between;
      }
      if (octave_of(narrow, octaves) != bin) return true;
    }
  return false;
}

// floor(sqrt(x)).
std::uint64_t root_of(Uint128 x) {
  std::uint64_t low = 0, high = std::numeric_limits<std::uint64_t>::max();
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2 + 1;
    if (Uint128{middle} * middle <= x)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

}  // namespace

std::int64_t RankPart::rank_of(std::int64_t rows) const {
  return ceil_quotient(Int128{part} * rows, whole);
}

std::int64_t ranks_needed(const RankPart& at, std::int64_t most) {
  const std::int64_t reach = std::max(at.part, at.whole - at.part);
  return ceil_quotient(Int128{reach} * most, at.whole) + 1;
}

// An edit moves either rank by one at most.
std::int64_t ranks_needed(const RankPart&, const RankPart&, std::int64_t most) {
  return most + 1;
}

std::optional<std::int64_t> quantile_of(const RankWindow& window, const RankPart& at) {
  if (window.rows == 0) return std::nullopt;
  return row_at(window, at.rank_of(window.rows)).code;
}

// After t edits the quantile lies between the rows of these two ranks, and both can be
// attained. [T123]
std::int64_t change_depth(const RankWindow& window, const RankPart& at,
                          std::int64_t most, const CodeLabel& label) {
  if (window.rows == 0) return 1;
  const auto labelled = [&](Int128 rank) {
    Place place = row_at(window, ceil_quotient(rank, at.whole));
    if (place.kind == Place::Kind::row) place.code = label(place.code);
    return place;
  };
  const Int128 middle = Int128{at.part} * window.rows;
  const Int128 reach = std::max(at.part, at.whole - at.part);
  const Place now = labelled(middle);
  return first_leaving(most, [&](std::int64_t t) {
    return t >= window.rows || labelled(middle - reach * t) != now ||
           labelled(middle + reach * t) != now;
  });
}

std::int64_t change_depth(const RankWindow& window, const RankPart& at,
                          std::int64_t most) {
  return change_depth(window, at, most, [](std::int64_t code) { return code; });
}

// With the rows up to rank i and from rank j on kept and those between taken away, the
// quantile lies in the gap after some more edits, which move the balance by reach each.
// For a larger i the first j that is too far away is not nearer. [T132]
std::int64_t jump_depth(const RankWindow& window, const RankPart& at,
                        std::uint64_t bound, std::int64_t most) {
  const Int128 n = window.rows, part = at.part, whole = at.whole;
  const Int128 reach = std::max(part, whole - part);
  const auto cost = [&](std::int64_t i, std::int64_t j) {
    const Int128 between = j - i - 1, balance = whole * i + part * between - part * n;
    if (balance >= reach) return between + balance / reach;
    return balance < -reach ? between + (-balance + reach - 1) / reach - 1 : between;
  };
  const std::int64_t rank = at.rank_of(window.rows);
  const std::int64_t first = std::max<std::int64_t>(0, rank - most - 1),
                     last = std::min(window.rows, rank + most + 1);
  Int128 best = most;
  for (std::int64_t i = first, j = first + 1; i <= last; ++i) {
    const auto far = [&](std::int64_t to) {
      const auto apart = difference(row_at(window, to), row_at(window, i));
      return !apart || *apart > bound;
    };
    j = std::max(j, i + 1);
    while (j <= last && !far(j)) ++j;
    if (far(j)) best = std::min(best, cost(i, j));
  }
  return static_cast<std::int64_t>(best);
}

std::int64_t octave_of(std::uint64_t x, Octaves octaves) {
  if (x == 0) return 0;
  const int power = static_cast<int>(std::bit_width(x)) - 1;
  if (octaves == Octaves::whole) return 2 * std::int64_t{power} + 2;
  const bool upper = Uint128{x} * x >= Uint128{1} << (2 * power + 1);
  return 2 * std::int64_t{power} + (upper ? 3 : 1);
}

// 2^(bin/2) may be beyond 64 bits, with a sign, though numbers of its octave are not.
OctaveEnds ends_of_octave(std::int64_t bin, std::int64_t widest) {
  assert(0 <= bin && bin <= kLastOctave);
  if (bin == 0) return {0, 0, 0};
  // The least whole number whose square is 2^power or more.
  const auto least_from = [](std::int64_t power) -> Int128 {
    if (power < 0) return 1;
    const Uint128 square = Uint128{1} << power;
    const std::uint64_t root = root_of(square);
    return Int128{root} + (Uint128{root} * root == square ? 0 : 1);
  };
  const Int128 least = least_from(bin - 2);
  assert(least <= widest);
  const Int128 most = std::min<Int128>(least_from(bin) - 1, widest);
  const Int128 middle =
      std::clamp<Int128>(root_of(Uint128{1} << (bin - 1)), least, most);
  return {static_cast<std::int64_t>(least), static_cast<std::int64_t>(most),
          static_cast<std::int64_t>(middle)};
}

std::optional<std::uint64_t> spread_of(const QuantilePair& pair) {
  const std::int64_t n = pair.low_window.rows;
  if (n == 0) return std::nullopt;
  return difference(row_at(pair.high_window, pair.high.rank_of(n)),
                    row_at(pair.low_window, pair.low.rank_of(n)));
}

std::int64_t spread_depth(const QuantilePair& pair, Octaves octaves,
                          std::int64_t most) {
  const auto now = spread_of(pair);
  if (!now) return 1;
  const std::int64_t bin = octave_of(*now, octaves);
  return first_leaving(most, [&](std::int64_t t) {
    return t >= pair.low_window.rows || widening_leaves(pair, octaves, bin, t) ||
           narrowing_leaves(pair, octaves, bin, t);
  });
}

}  // namespace selvage
