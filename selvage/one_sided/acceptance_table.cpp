#include "selvage/one_sided/acceptance_table.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/base/interval.hpp"
#include "selvage/one_sided/growth.hpp"

namespace selvage {
namespace {

// The most that both sides allow after `now`: of what is shown, at most growth times as
// much and delta; of what is not, at least so much less. [T125]
Uint128 next(Uint128 now, const Growth& growth, std::uint64_t delta) {
  if (kWholeWord - now <= delta) return kWholeWord;
  const Uint128 shown = ((now * growth.multiple) >> growth.shift) + delta;
  const Uint128 hidden = kWholeWord - now - delta;
  const Uint128 least_hidden =
      ((hidden << growth.shift) + growth.multiple - 1) / growth.multiple;
  return std::min(shown, kWholeWord - least_hidden);
}

}  // namespace

AcceptanceTable::AcceptanceTable(const Rational& epsilon, const Rational& delta) {
  assert(epsilon.sign() > 0 && delta.sign() > 0 && delta < 1);
  const Growth growth = growth_of(epsilon);
  const std::uint64_t step = floor_in_word(delta * Rational::power_of_two(64));
  assert(step > 0);
  for (Uint128 now = step; now < kWholeWord; now = next(now, growth, step)) {
    assert(depth() <= kMostDepth);
    below_.push_back(static_cast<std::uint64_t>(now));
  }
}

// Twice what it takes to grow from delta to 1/2 by exp(epsilon) >= 1 + epsilon: the
// table falls from 1 as it rises from 0.
std::int64_t AcceptanceTable::most_depth(const Rational& epsilon,
                                         const Rational& delta) {
  const Interval steps = log(Interval(Rational(1) / delta)) / Interval(epsilon);
  const Rational bound = steps.upper() * 2 + 4;
  return bound > kMostDepth * 2 ? kMostDepth * 2 : bound.floor().to_int64().value();
}

Uint128 AcceptanceTable::at(std::int64_t k) const {
  assert(k >= 1);
  return k < depth() ? Uint128{below_[static_cast<std::size_t>(k - 1)]} : kWholeWord;
}

Rational AcceptanceTable::probability(std::int64_t k) const {
  return probability_of(at(k));
}

std::int64_t AcceptanceTable::depth_for(const Rational& probability) const {
  std::int64_t low = 0, high = depth();
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (this->probability(middle) < probability ? low : high) = middle;
  }
  return high;
}

bool AcceptanceTable::keeps(const Rational& epsilon, const Rational& delta) const {
  if (probability(1) > delta) return false;
  const Rational growth = exp(Interval(epsilon)).lower();
  for (std::int64_t k = 1; k < depth(); ++k) {
    const Rational here = probability(k), there = probability(k + 1);
    if (there < here || there - growth * here > delta ||
        (Rational(1) - here) - growth * (Rational(1) - there) > delta)
      return false;
  }
  return true;
}

}  // namespace selvage
