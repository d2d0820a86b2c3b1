#include "selvage/mechanism/certain/acceptance_table.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/base/interval.hpp"

namespace selvage {
namespace {

const Rational kWhole = Rational::power_of_two(64);
constexpr Uint128 kOne = Uint128{1} << 64;

// Requires 0 <= x < 2^64.
std::uint64_t floor_of(const Rational& x) {
  const Rational high = (x / Rational::power_of_two(32)).floor();
  const Rational low = (x - high * Rational::power_of_two(32)).floor();
  return (static_cast<std::uint64_t>(high.to_int64().value()) << 32) |
         static_cast<std::uint64_t>(low.to_int64().value());
}

// A number of at most exp(epsilon), as multiple / 2^shift.
struct Growth {
  std::uint64_t multiple;
  int shift;
};

Growth growth_of(const Rational& epsilon) {
  int bits = 2;  // of the whole part
  while (Rational::power_of_two(bits) < exp(Interval(epsilon)).upper()) ++bits;
  const int shift = 64 - bits;
  return {floor_of(exp(Interval(epsilon)).lower() * Rational::power_of_two(shift)),
          shift};
}

// The most that both sides allow after `now`: of what is shown, at most growth times as
// much and delta; of what is not, at least so much less. [T125]
Uint128 next(Uint128 now, const Growth& growth, std::uint64_t delta) {
  if (kOne - now <= delta) return kOne;
  const Uint128 shown = ((now * growth.multiple) >> growth.shift) + delta;
  const Uint128 hidden = kOne - now - delta;
  const Uint128 least_hidden =
      ((hidden << growth.shift) + growth.multiple - 1) / growth.multiple;
  return std::min(shown, kOne - least_hidden);
}

Rational rational_of(Uint128 units) {
  return units >= kOne
             ? Rational(1)
             : Rational::from_uint64(static_cast<std::uint64_t>(units)) / kWhole;
}

}  // namespace

AcceptanceTable::AcceptanceTable(const Rational& epsilon, const Rational& delta) {
  assert(epsilon.sign() > 0 && delta.sign() > 0 && delta < 1);
  const Growth growth = growth_of(epsilon);
  const std::uint64_t step = floor_of(delta * kWhole);
  assert(step > 0);
  for (Uint128 now = step; now < kOne; now = next(now, growth, step)) {
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
  return k < depth() ? Uint128{below_[static_cast<std::size_t>(k - 1)]} : kOne;
}

Rational AcceptanceTable::probability(std::int64_t k) const {
  return rational_of(at(k));
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
