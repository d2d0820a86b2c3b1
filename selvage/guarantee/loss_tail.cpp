#include "selvage/guarantee/loss_tail.hpp"

#include <cassert>

namespace selvage {

LossTail::LossTail(const Rational& top, const Rational& step,
                   const Interval& infinite_mass)
    : next_(top), step_(step), shrink_(exp(Interval(-step))), mass_(infinite_mass) {
  assert(step.sign() > 0);
}

void LossTail::add(const Interval& mass) {
  next_ = next_ - step_;
  mass_ = mass_ + mass;
  weighted_ = weighted_ * shrink_ + mass;
}

Interval LossTail::delta(const Rational& epsilon) const {
  return mass_ - exp(Interval(epsilon - next_ - step_)) * weighted_;
}

Interval LossTail::delta_at_next() const { return mass_ - shrink_ * weighted_; }

Interval LossTail::epsilon(const Interval& target) const {
  const Interval ratio = (mass_ - target) / weighted_, last(next_ + step_);
  const Interval above = last + log(Interval(ratio.upper()));
  // Where not even the sign is sure, all that is known is that E is above the next one.
  return ratio.lower().sign() > 0 ? last + log(ratio) : hull(Interval(next_), above);
}

Rational decimal_above(const Interval& x, int digits) {
  if (surely_at_most(x, Interval(0))) return 0;
  // Smaller numbers are not worth their digits, and may have billions of them.
  static const Rational least = *Rational::parse("1e-900");
  if (surely_at_most(x, Interval(least))) return least;
  const auto shown = Rational::parse(x.upper_text(digits));
  return shown ? *shown : x.upper();
}

bool is_least_above(const Interval& x, int digits) {
  return decimal_above(x, digits) == decimal_above(Interval(x.lower()), digits);
}

}  // namespace selvage
