// The codes that a quantile can be, in cells: each code of the data, and each open gap
// between two of them. Within a cell all codes are equally far from the rank. [T91]
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/mechanism/quantile/quantile_slopes.hpp"
#include "selvage/mechanism/quantile/universal_prior.hpp"
#include "selvage/summary/rank_windows.hpp"

namespace selvage {

// The quantile a/b. Requires 0 < a < b.
struct QuantileRank {
  std::int64_t a, b;
};

struct CandidateCell {
  std::int64_t first, last;  // codes
  // b times the rows by which a n / b misses [#{x < v}, #{x <= v}]: negative where v
  // lies too low, positive where it lies too high, 0 within.
  Int128 off;
  bool operator==(const CandidateCell&) const = default;
};

struct Candidates {
  std::vector<CandidateCell> cells;  // rising, each next to the one before
  // Where the window has rows beyond an end, the codes beyond that end are in no cell,
  // and each is off by this at least. None: there is nothing beyond.
  std::optional<Int128> off_below = std::nullopt, off_above = std::nullopt;
  bool complete() const { return !off_below && !off_above; }
};

// Requires a window that holds the rank ceil(a n / b), where there are rows at all, and
// codes that the prior has.
Candidates candidates(const RankWindow& window, const QuantileRank& rank,
                      const UniversalPrior& prior);

// The exponent of a candidate. [T91]
Rational penalty(Int128 off, const QuantileRank& rank, const Slopes& slopes);

Rational to_rational(Uint128 x);

}  // namespace selvage
