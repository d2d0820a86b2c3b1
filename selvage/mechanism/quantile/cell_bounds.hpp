// In which cell of candidates a uniform real falls, when the cells lie side by side,
// each as wide as W exp(-penalty), W the prior's mass of it. Only what is certain is
// said: the sums are kept between bounds, and a real is known by its first places.
// Whoever gets no answer asks again with more places of the same real. [T92]
#pragma once
#include <deque>
#include <optional>
#include <span>

#include "selvage/mechanism/quantile/candidates.hpp"
#include "selvage/random/inversion/real_bounds.hpp"

namespace selvage {

// What decides the law of one quantile, beside the data.
struct QuantileTerms {
  QuantileRank rank;
  Slopes slopes;
  TiedPrior prior;

  Rational penalty(Int128 off) const { return selvage::penalty(off, rank, slopes); }
  Uint128 mass(const CandidateCell& cell) const {
    return prior.mass(cell.first, cell.last);
  }
  // All that no cell holds weighs at most total() exp(-this).
  // Requires candidates that are not complete.
  Rational penalty_outside(const Candidates& candidates) const;
};

// As wide as mass exp(-penalty).
struct WeighedSegment {
  Uint128 mass;
  Rational penalty;
};

class CellBounds {
 public:
  // For reals of so many places. What no cell holds comes after all cells, and no real
  // is told to fall there.
  CellBounds(const QuantileTerms& terms, const Candidates& candidates, unsigned places);

  // The same for any segments, and nothing besides.
  CellBounds(std::span<const WeighedSegment> segments, unsigned places);

  // The place of the cell; none where it is not certain.
  // Requires at most as many places of u.
  std::optional<std::size_t> at(const PartialReal& u) const;

 private:
  void append(const RealBounds& weight);
  mpfr_prec_t bits_;
  bool complete_;
  std::deque<RealBounds> sums_;  // of the cells up to each, and with it
  RealBounds total_;
};

}  // namespace selvage
