// How far apart two counts are under a staircase, with certified bounds:
// H_E(P||Q) = sum over outputs of [P - e^E Q]+ in both directions, and the exact
// epsilon for a delta. Theory: T72, T73.
#pragma once
#include <optional>

#include "selvage/mechanism/outlier/law/staircase_law.hpp"

namespace selvage {

struct Divergences {
  Interval removing;        // H_E(law at the larger count || at the smaller)
  Interval adding;          // H_E(law at the smaller count || at the larger)
  Interval larger() const;  // of the two
};

// Masses are true to a factor 1 +- gamma, and at most `missing` is not there.
struct Precision {
  long double gamma, missing;
};
// Of any two laws, at the ratio e^E.
Divergences divergences(const CountLaw& larger, const CountLaw& smaller,
                        const Precision& precision, const Interval& ratio);
// Of two laws of the same StaircaseLaw. Requires epsilon >= 0.
Divergences divergences(const StaircaseLaw& law, const CountLaw& larger,
                        const CountLaw& smaller, const Rational& epsilon);

// A staircase whose first levels are certain for both counts (y = count) is one without
// these levels; `apart` says what is left of the pair.
struct ReducedPair {
  enum class Apart { never, by_law, always } apart;
  Staircase staircase;  // for by_law
};
ReducedPair reduced(const Staircase& staircase, std::int64_t larger,
                    std::int64_t smaller);

struct CountPair {
  std::int64_t larger, smaller;
};
// Delta at an epsilon; of one person where the counts are neighbours, of a group else.
// Bounds are about 1e-14 apart or less. Refuses what StaircaseLaw refuses, epsilon < 0
// and counts that are not 0 <= smaller < larger <= kMostCount.
Result<Divergences> divergences(const Staircase& staircase, const CountPair& counts,
                                const Rational& epsilon);

// The least epsilon with that delta in both directions, between bounds; none if no
// epsilon up to 64 is enough. Refuses as above, and delta outside [0, 1).
Result<std::optional<Interval>> epsilon_for(const Staircase& staircase,
                                            const CountPair& counts,
                                            const Rational& delta);

// P("suppressed" | count).
Result<Interval> suppression(const Staircase& staircase, std::int64_t count);
// P(y above its threshold at one of the first `levels` levels | count): by [LP15,
// Theorem 18], repaired in T74, a bound of delta at the epsilon of level `levels`.
Result<Interval> failure(const Staircase& staircase, std::int64_t count,
                         std::size_t levels);

}  // namespace selvage
