// The codes that a quantile can be, in cells: each code of the data, and each open gap
// between two of them. Within a cell all codes are equally far from the rank. [T91]
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "selvage/mechanism/quantile/quantile_slopes.hpp"
#include "selvage/mechanism/quantile/tied_prior.hpp"
#include "selvage/summary/rank_windows.hpp"

namespace selvage {

// The quantile a/b. Requires 0 < a < b.
struct QuantileRank {
  std::int64_t a, b;
};

// Rows of one tied code.
struct SeenRow {
  TiedCode at;
  std::int64_t rows;
  bool operator==(const SeenRow&) const = default;
};

struct TiedRange {
  TiedCode first, last;
};

// What is seen of some rows: those next to each other around a rank.
struct SeenRows {
  std::int64_t rows = 0;           // all of them
  std::int64_t below = 0;          // of these before the first one of `seen`
  std::vector<SeenRow> seen = {};  // rising
  TiedRange known = {0, -1};       // no other rows lie here; holds those that are seen
};

// Without ties.
SeenRows seen_rows(const RankWindow& window);

struct CandidateCell {
  TiedCode first, last;
  // b times the rows by which a n / b misses [#{x < v}, #{x <= v}]: negative where v
  // lies too low, positive where it lies too high, 0 within.
  Int128 off;
  bool operator==(const CandidateCell&) const = default;
};

struct Candidates {
  std::vector<CandidateCell> cells;  // rising, each next to the one before
  // Where there are rows beyond an end of what is seen, the codes beyond that end are
  // in no cell, and each is off by this at least. None: there is nothing beyond.
  std::optional<Int128> off_below = std::nullopt, off_above = std::nullopt;
  bool complete() const { return !off_below && !off_above; }
};

// Of the codes in a range. Requires that the rank ceil(a n / b) is seen, where there
// are rows at all.
Candidates candidates(const SeenRows& rows, const QuantileRank& rank,
                      const TiedRange& range);
// All codes of the prior.
Candidates candidates(const RankWindow& window, const QuantileRank& rank,
                      const TiedPrior& prior);

// The exponent of a candidate. [T91]
Rational penalty(Int128 off, const QuantileRank& rank, const Slopes& slopes);

Rational to_rational(Uint128 x);

}  // namespace selvage
