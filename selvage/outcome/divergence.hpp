// Hockey-stick divergence of two laws, H_E(P||Q) = sum over y of max(P(y) - e^E Q(y),
// 0): (E, delta) holds in this direction iff H_E <= delta. Certified: rounded up, and
// what was cut off counts in full. Theory: T8, T9.
#pragma once
#include "selvage/outcome/outcome_tree.hpp"

namespace selvage {

// Outcomes with less mass than this, together, need not be run.
inline const Rational kNegligible = Rational::power_of_two(-40);

struct Divergence {
  Interval resolved;    // of the outcomes that were walked; exactly 0 if none exceeds
  Interval unresolved;  // P's mass that was not
  Interval upper() const { return resolved + unresolved; }
};

// One E, with its exponential computed once.
struct Epsilon {
  explicit Epsilon(const Rational& epsilon) : exact(epsilon), factor(exp(epsilon)) {}
  Rational exact;
  Interval factor;
};

// P's share max(p - e^E q, 0), exactly 0 where the loss is exactly known and at most E.
Interval excess(const OutcomeMass& p, const OutcomeMass* q, const Epsilon& epsilon);

template <class Result>
Divergence hockey_stick(const OutcomeLaw<Result>& p, const OutcomeLaw<Result>& q,
                        const Rational& epsilon) {
  const Epsilon at(epsilon);
  Divergence total{Interval(0), p.unresolved};
  for (const auto& [outcome, mass] : p.mass) {
    const auto found = q.mass.find(outcome);
    total.resolved = total.resolved +
                     excess(mass, found == q.mass.end() ? nullptr : &found->second, at);
  }
  return total;
}

// What is certain of the divergence over all outcomes: an outcome that was walked in
// one law may lie among those of the other that were not.
template <class Result>
Interval between(const OutcomeLaw<Result>& p, const OutcomeLaw<Result>& q,
                 const Rational& epsilon) {
  const Divergence walked = hockey_stick(p, q, epsilon);
  const Interval rim = q.unresolved * exp(epsilon);
  return hull(positive_part(walked.resolved - rim), walked.upper());
}

// The divergence of count + Z from count - shift + Z, Z discrete Laplace, over all the
// integers: the loss takes shift + 1 values. Exactly 0 iff epsilon >= shift / scale.
// The same in both directions. Requires shift >= 1, epsilon >= 0. [T9]
Interval laplace_divergence(const Rational& scale, std::int64_t shift,
                            const Rational& epsilon);

}  // namespace selvage
