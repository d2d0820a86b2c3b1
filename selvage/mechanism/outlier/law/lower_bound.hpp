// Noise for any profile by a private guess, [LP15, Example 8] with "noise on k":
//   k' = max(count + Z(epsilon) - shift, 0),  a = profile(k'),
//   output = count + Z(a - epsilon); 0 suppresses, infinity tells the count.
// With probability 1 - q^(shift+1)/(1+q) the guess a is at most profile(count), q =
// exp(-epsilon). Of the five guesses of the paper only this one is kept: two have the
// wrong sign, two a sensitivity that is not smooth, and the fifth is never better.
// [T78]
#pragma once
#include "selvage/mechanism/outlier/law/staircase_check.hpp"
#include "selvage/mechanism/outlier/law/staircase_divergence.hpp"
#include "selvage/profile/profile.hpp"

namespace selvage {

struct LowerBound {
  std::vector<ProfileStep> profile;  // taken as its lower envelope
  ExtendedRational at_zero;          // profile(0), at most profile(1)
  Rational epsilon;                  // of the guess, at most profile(0)
  std::int64_t shift = 0;
  bool guess_told = false;  // (k', output) is told, or the output alone
};

// Refuses what is no profile, epsilons that are not 0 < epsilon <= at_zero <=
// profile(1), positive noises below 1e-6, shift outside 0..kMostCount.
Outcome check_lower_bound(const LowerBound& mechanism);

// All refuse what check_lower_bound refuses, and counts outside 0..kMostCount.

// P(a > profile(count)), at most: q^(shift+1)/(1+q), for every count.
Result<Interval> guess_failure(const LowerBound& mechanism);
// P(k' <= m | count). Requires m >= 0.
Result<Interval> guess_at_most(const LowerBound& mechanism, std::int64_t count,
                               std::int64_t m);
// Of counts `count` and count - 1. Exact sums where the guess is told: the steps of the
// profile are the terms. Refuses count < 1, epsilon < 0.
Result<Divergences> divergences(const LowerBound& mechanism, std::int64_t count,
                                const Rational& epsilon);
// As for staircases: for all counts, by P(a > what is asked | count) and, where that is
// too much, by the exact law.
Result<Verdict> meets(const LowerBound& mechanism,
                      const std::vector<ProfileStep>& profile, const Rational& delta);
// E|error|; what is suppressed counts as 0 people.
Result<Interval> mean_absolute_error(const LowerBound& mechanism, std::int64_t count);
// The least r with P(|error| > r) <= beta, not less. Refuses beta outside [1e-12, 1).
Result<std::int64_t> error_bound(const LowerBound& mechanism, std::int64_t count,
                                 const Rational& beta);

}  // namespace selvage
