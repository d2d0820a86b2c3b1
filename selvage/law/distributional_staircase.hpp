// As distributional.hpp, for one mechanism instead of all that keep a promise: with M_c
// its law at a count c and X ~ Binomial(n, rate), delta is the largest of
//   H_E(M_{X+s+1} || M_{X+s}) and H_E(M_{X+s} || M_{X+s+1}), the laws mixed over X,
// over all n and all s <= known. The same proof, and never more. Theory: T50.
#pragma once
#include "selvage/base/interval.hpp"
#include "selvage/law/staircase.hpp"

namespace selvage {

// What the other side does not know: everybody else is in the table with probability at
// most `rate`, but for `known` people.
struct Sampling {
  Rational rate;
  std::int64_t known = 0;
};

// `.upper()` is safe to promise; where the noise is so wide that the mixtures do not
// fit the memory it is safe but loose. Refuses what StaircaseLaw refuses, rates outside
// 0.0001..0.9999, known outside 0..1000 and epsilon outside 0..64.
Result<Interval> distributional_delta(const Staircase& staircase,
                                      const Sampling& sampling,
                                      const Rational& epsilon);

}  // namespace selvage
