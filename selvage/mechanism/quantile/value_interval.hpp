// An interval of values around a quantile that was published: an end on either side of
// it, found from outside inwards. Candidates lie at public distances from the published
// code, 16 to an octave. With
//   f = b #{x <= c} - a n  (above),  a n - b #{x < c}  (below),  cut to +-b reach,
// and rho >= 0 with P(rho >= t) = exp(-first t / max(a, b-a)), the search stops at a
// candidate with probability exp(-second need),
//   need = ceil((f + rho) / b) - shift, cut to 0 and `most`,
// and the one before is published. Privacy: T115. That it holds the quantile: T116.
#pragma once
#include <functional>
#include <vector>

#include "selvage/base/interval.hpp"
#include "selvage/mechanism/quantile/candidates.hpp"

namespace selvage {

class RandomSource;

struct IntervalTerms {
  QuantileRank rank;
  Rational first, second;  // for each row of a person, both > 0
  std::int64_t shift;      // in rows, >= 0
  std::int64_t most;       // in rows, >= 1: what is farther off is all the same

  // Ranks so far from the quantile's decide.
  std::int64_t reach() const { return shift + most; }
};

// How far off something is told apart, where noise of this kind is used.
std::int64_t most_need(const Rational& second);
// Whether the samplers take such terms.
bool fits(const IntervalTerms& terms);

// With this probability at most an end lies on the wrong side of the quantile of the
// rows, whatever the rows are, as long as there are any. [T116]
Interval end_risk(const IntervalTerms& terms);
// The least shift with a risk of at most this; that of the terms does not matter.
// Requires 0 < risk < 1.
std::int64_t least_shift(IntervalTerms terms, const Rational& risk);

struct CodeInterval {
  std::int64_t lower, upper;
};

// Of the codes that there can be.
struct PublishedCode {
  std::int64_t code, lowest, most;
};

// #{x <= c} and #{x < c}; wrong by nothing that reach() tells apart.
struct RowsAround {
  std::int64_t rows;  // all
  std::function<std::int64_t(std::int64_t code)> up_to, below;
};

std::int64_t draw_upper(const IntervalTerms& terms, const PublishedCode& published,
                        const RowsAround& around, RandomSource& random);
std::int64_t draw_lower(const IntervalTerms& terms, const PublishedCode& published,
                        const RowsAround& around, RandomSource& random);

// Whether such ends can be drawn.
bool can_be(const CodeInterval& interval, const PublishedCode& published);

}  // namespace selvage
