// Closed forms of noise and then suppression, [LP15, Example 4]: y = count +
// Z(epsilon), told where y > threshold. With r_c = P(told | c) = q^(T+1-c)/(1+q) for c
// <= T+1:
//   H_E(c || c - n) = r_c (1 - e^(E - n epsilon)), and the other direction is less.
// Theory: T73.
#pragma once
#include <cstdint>

#include "selvage/base/interval.hpp"

namespace selvage {

struct NoiseThenSuppress {
  Rational epsilon;
  std::int64_t threshold;
};

// Delta at `epsilon` for removing `people` of `count`, both directions. Refuses what
// check_staircase refuses, epsilon < 0 and 1 <= people <= count <= threshold + 1 not
// kept.
Result<Interval> suppressed_delta(const NoiseThenSuppress& mechanism,
                                  std::int64_t count, const Rational& epsilon,
                                  std::int64_t people = 1);
// The least threshold, at least limit - 1, with which all counts up to `limit` have
// (below, delta). Refuses delta outside (0, 1), limit < 1.
Result<std::int64_t> least_suppression_threshold(std::int64_t limit,
                                                 const Rational& epsilon,
                                                 const Rational& below,
                                                 const Rational& delta);
// Where keys are not public, to be told at all tells of the one person who has the key:
// P(told | 1) is the delta of that person, at every epsilon.
Result<Interval> suppressed_key_delta(const NoiseThenSuppress& mechanism);
// E|error|; what is suppressed counts as 0 people.
Result<Interval> suppressed_mean_error(const NoiseThenSuppress& mechanism,
                                       std::int64_t count);

}  // namespace selvage
