// What outlier privacy is worth against somebody who does not know who was sampled
// [LP15, Theorem 22], as an exact number instead of an order of growth. Theory: T50.
//   X ~ Binomial(n, rate): the sampled people of the class of one person. Let K =
//   crowd - known, e = epsilon / crowd, p_x = P(X = x), E the epsilon asked for.
//   F1 = sum_{x>=K} [p_x - e^E p_{x+1}]+,  H2 = sum_{x>=0} [p_x - e^E p_{x-1}]+,
//   F2 = min(H2, sum_{x>K} [p_x - e^E p_{x-1}]+
//                + [p_K - (e^E - e^e) sum_{x<K} p_x e^{-(K-1-x) e}]+)
//   delta = the largest of F1, F2 over all n.
// Where the mechanism has a delta of its own, what its use costs is added to F1 and F2,
// up to what telling everything would cost.
// Valid only if what the other side knows is such a sample: people whose presence is
// correlated (families, batches) are not covered.
#pragma once
#include <cstdint>

#include "selvage/base/interval.hpp"

namespace selvage {

// Those in classes of at most `crowd` have (epsilon / crowd, delta): simple outlier
// privacy. Everybody is in the table with probability <= rate, independently, but for
// `known` people of whom the other side knows.
struct SampledCrowd {
  std::int64_t crowd = 1;
  Rational epsilon;
  Rational delta;  // mostly 0
  Rational rate;
  std::int64_t known = 0;
};

// Refuses known >= crowd (nothing is left to hide in), crowds beyond 20'000, rates
// outside 0.0001..0.9999, epsilon or delta below 0, epsilons above 10^4, delta >= 1.
Outcome check_sampled_crowd(const SampledCrowd& crowd);

// The delta above, between bounds; `.upper()` is safe to promise. Refuses as above, and
// epsilon outside crowd.epsilon / crowd.crowd .. 10^4.
Result<Interval> distributional_delta(const SampledCrowd& crowd,
                                      const Rational& epsilon);

// The least epsilon with that delta or less, rounded up to 2^-20. Refuses as above, and
// a delta that is not above crowd.delta or that no epsilon up to 64 reaches.
Result<Rational> distributional_epsilon(const SampledCrowd& crowd,
                                        const Rational& delta);

}  // namespace selvage
