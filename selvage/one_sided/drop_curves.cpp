#include "selvage/one_sided/drop_curves.hpp"

#include <cassert>

#include "selvage/base/bisect.hpp"

namespace selvage {

Interval least_delta(const Rational& epsilon, std::int64_t points) {
  const std::int64_t low = points / 2, high = points - low;
  return expm1(Interval(epsilon)) /
         (expm1(Interval(epsilon * low)) + expm1(Interval(epsilon * high)));
}

std::int64_t least_points(const Rational& epsilon, const Rational& delta) {
  assert(epsilon.sign() > 0 && delta.sign() > 0 && delta < 1);
  const auto enough = [&](std::int64_t points) {
    return least_delta(epsilon, points).upper() <= delta;
  };
  std::int64_t high = 2;
  while (!enough(high)) high *= 2;
  return least_above(1, high, enough);
}

// Masses of the loss: +infinity has d0, +epsilon has A, 0 has Zc, -epsilon has A/E.
Interval delta_curve(const Rational& epsilon, std::int64_t points, const Rational& at) {
  const Interval least = least_delta(epsilon, points), growth = exp(Interval(epsilon));
  if (at >= epsilon) return least;
  const Interval middle =
      points % 2 == 1 ? Interval(0) : least * exp(Interval(epsilon * (points / 2 - 1)));
  const Interval mass = (Interval(1) - least - middle) * growth / (growth + 1);
  return least - mass * expm1(Interval(at - epsilon));
}

Interval delta_of_bars(const Rational& epsilon, std::int64_t points, std::int64_t bars,
                       const Rational& at) {
  const Interval hidden = Interval(1) - least_delta(epsilon, points);
  const Interval growth = exp(Interval(epsilon));
  Interval never(1), all(1), sum(0);  // powers of 1 - d0 and of 1 + E
  Rational choose = 1;
  for (std::int64_t l = 0; l <= bars; ++l) {
    sum = sum + Interval(choose) * positive_part(exp(Interval(epsilon * (bars - l))) -
                                                 exp(Interval(at + epsilon * l)));
    choose = choose * (bars - l) / (l + 1);
    if (l == bars) break;
    never = never * hidden;
    all = all * (growth + 1);
  }
  return Interval(1) - never * (Interval(1) - sum / all);
}

Interval substitution_delta(const Rational& epsilon, std::int64_t points) {
  const Interval hidden = Interval(1) - least_delta(epsilon, points);
  return Interval(1) - hidden * hidden;
}

Interval growth_of_delta(const Rational& epsilon, std::int64_t rows) {
  if (rows <= 1) return Interval(rows);
  return expm1(Interval(epsilon * rows)) / expm1(Interval(epsilon));
}

}  // namespace selvage
