// How many pairs of rows must lie within a scale so that a fresh pair almost surely
// does too: of all pairs of the table, or of disjoint ones that a public numbering of
// the rows makes. And scales from counts of pairs that one row changes little. Theory:
// T330 to T332.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "selvage/base/interval.hpp"

namespace selvage {

enum class RowPairs { all, numbered };

struct PairNumbers {
  std::int64_t pairs;  // that are looked at
  std::int64_t moved;  // of these, how many one row is in at most
  std::int64_t fresh;  // pairs among which a fresh one has any rank alike
};
// Requires 2 <= people <= 2^31.
PairNumbers pair_numbers(RowPairs pairs, std::int64_t people);

// So many pairs without the replaced row within a scale leave a fresh pair outside of
// it with this probability at most: the least such number. Requires 0 < gamma < 1.
std::int64_t covered_pairs(const PairNumbers& numbers, const Rational& gamma);
// What that many keep.
Rational covered_gamma(const PairNumbers& numbers, std::int64_t covered);

// A scale is drawn with weights exp(-choice S / (2 moved)), S how many pairs its rank
// misses `rank` by: with probability eta at most it misses by `gap`. None where that
// takes more than 2^60. Requires choice > 0, 0 < eta < 1, scales >= 1.
std::optional<std::int64_t> scale_gap(const PairNumbers& numbers,
                                      const Rational& choice, const Rational& eta,
                                      std::int64_t scales);
// The probability of that, scales exp(-choice gap / (2 moved)).
Interval gap_eta(const PairNumbers& numbers, const Rational& choice, std::int64_t gap,
                 std::int64_t scales);
// The rank of a drawn scale, and of a smooth one (gap 1).
std::int64_t scale_rank(const PairNumbers& numbers, std::int64_t covered,
                        std::int64_t gap);

// Noise in each of so many values, of a scale that one row changes by a factor of at
// most 1/decay, costs this eta beyond alpha + spread:
//   2 values exp(-spread decay / (values (1 - decay))).
// Requires 0 < decay < 1, values >= 1.
Interval decay_eta(const Rational& spread, const Rational& decay, std::int64_t values);

// max over i of scales[i] f(T_i), in parts of 2^-24: T_i is how often `moved` pairs
// must be taken from `within` below the scale until none of those at `rank` lies
// there, and f(t) falls by the decay with every step. One row changes it by a factor
// of 1/decay at most. Requires rising scales and numbers of pairs within them, the
// last of which is all.
std::int64_t smooth_scale(std::span<const std::int64_t> scales,
                          std::span<const std::int64_t> within, std::int64_t rank,
                          std::int64_t moved, const Rational& decay);
inline constexpr std::int64_t kSmoothParts = std::int64_t{1} << 24;

// How many pairs lie within each of the scales, by the distance |r - r'| or r + r' of
// their numbers: of all pairs, in O(n log n + scales n), or of those that are listed.
enum class PairDistance { difference, sum };
std::vector<std::int64_t> pairs_within(std::vector<std::int64_t> numbers,
                                       PairDistance distance,
                                       std::span<const std::int64_t> scales);
std::vector<std::int64_t> pairs_within(
    std::span<const std::int64_t> numbers,
    std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs,
    PairDistance distance, std::span<const std::int64_t> scales);

}  // namespace selvage
