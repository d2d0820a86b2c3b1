// The search for a quantile a/b among the steps, from the far end towards it: upwards
// where it lies in the upper half, else downwards. With N(s) rows up to step s (from it
// on), f(s) = a n - b N(s) (b - a for a), cut to +-b most, and rho >= 0 with
// P(rho >= t) = exp(-first t / max(a, b-a)), the search stops at a step with
// probability exp(-second need), need = ceil((f + rho) / b), cut to 0 and `most`; at
// the last one surely. Privacy: T115. What it finds: T170.
#pragma once
#include "selvage/mechanism/ladder/ladder_steps.hpp"
#include "selvage/mechanism/quantile/value_interval.hpp"

namespace selvage {

// With a shift of 0: the terms of the search are those of an interval's end.
IntervalTerms ladder_terms(const QuantileRank& rank, const Rational& first,
                           const Rational& second);
bool goes_up(const QuantileRank& rank);
// The first step and the last one in the order of the search.
std::int64_t first_step(const QuantileRank& rank, const LadderSteps& steps);

std::int64_t draw_step(const IntervalTerms& terms, const LadderSteps& steps,
                       const RankWindow& window, RandomSource& random);
// Ranks on either side that decide.
std::int64_t ladder_reach(const IntervalTerms& terms);

// With this confidence at most so many rows lie between the step of the answer and the
// rank; none where it is not kept with that confidence. [T170]
std::optional<std::int64_t> ladder_error(const IntervalTerms& terms,
                                         const LadderSteps& steps,
                                         const Rational& confidence);
// From so many rows on the answer lies within the data, or in a step with it. [T170]
std::optional<std::int64_t> ladder_rows(const IntervalTerms& terms,
                                        const LadderSteps& steps,
                                        const Rational& confidence);

}  // namespace selvage
