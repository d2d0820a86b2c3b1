// The upper tail of a law of the privacy loss, walked downwards on a lattice. With the
// masses m(l) of the losses l > E,  delta(E) = m(infinity) + sum m(l) (1 - e^(E - l))
// = A - e^(E - l') S, where l' is the least loss walked. Theory: T21, T24.
#pragma once
#include "selvage/base/interval.hpp"

namespace selvage {

class LossTail {
 public:
  // `top` is the loss of the first mass that will be added. Requires step > 0.
  LossTail(const Rational& top, const Rational& step, const Interval& infinite_mass);

  // The mass of the next lower loss.
  void add(const Interval& mass);

  // delta at E. Requires that the losses added are those above E.
  Interval delta(const Rational& epsilon) const;
  // delta at the next loss to be added.
  Interval delta_at_next() const;
  const Rational& next() const { return next_; }

  // The E between the last two losses with delta(E) = target, an interval that holds
  // it. Requires that delta_at_next() is not surely at most the target.
  Interval epsilon(const Interval& target) const;

 private:
  Rational next_, step_;
  Interval shrink_;    // exp(-step)
  Interval mass_;      // A
  Interval weighted_;  // S = sum m(l) exp(l' - l)
};

// A decimal with this many digits that is certainly >= x and close to it; 0 if x is
// not positive, never below 10^-900 otherwise. Requires a finite x.
Rational decimal_above(const Interval& x, int digits = 6);

// Whether both ends of x give this decimal, so that it is the least one that is >= the
// true value, and another program finds the same.
bool is_least_above(const Interval& x, int digits = 6);

}  // namespace selvage
