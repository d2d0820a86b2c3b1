#include "selvage/average_case/histogram_loss.hpp"

#include <algorithm>

namespace selvage {
namespace {

Interval ratio(const Rational& alpha) { return exp(Interval(-(alpha / 2))); }
Interval one_minus_ratio(const Rational& alpha) {
  return Interval(0) - expm1(Interval(-(alpha / 2)));
}

}  // namespace

Interval mean_noise(const Rational& alpha) {
  const Interval q = ratio(alpha);
  return q * Interval(2) / (one_minus_ratio(alpha) * (Interval(1) + q));
}

Interval noise_variance(const Rational& alpha) {
  const Interval left = one_minus_ratio(alpha);
  return ratio(alpha) * Interval(2) / (left * left);
}

Interval noise_mass(const Rational& alpha, std::int64_t z) {
  return one_minus_ratio(alpha) / (Interval(1) + ratio(alpha)) *
         exp(Interval(-(alpha / 2 * std::max(z, -z))));
}

Interval mean_noise_difference(const Rational& alpha) {
  const Interval q = ratio(alpha), left = one_minus_ratio(alpha),
                 more = Interval(1) + q;
  const Interval whole = left / more;
  return Interval(2) * whole * whole *
         (q * more / (left * left * left) +
          (Interval(1) + q * q) / (Interval(1) - q * q) * q / (left * left));
}

LossBound minimax_loss(std::int64_t cells, std::int64_t people, const Rational& alpha) {
  LossBound best{0, 0};
  for (std::int64_t moved = 1; moved <= people; ++moved) {
    const std::int64_t corners = std::min(cells - 1, people / moved);
    const Interval bound = Interval(Rational(corners) * Rational(moved, people)) /
                           (Interval(1) + exp(Interval(alpha * moved)));
    if (bound.lower() > best.least.lower()) best = {bound, moved};
    // x / (1 + e^x) falls from x = 1.28 on, and there are no more corners later.
    if (alpha * moved > 3) break;
  }
  return best;
}

Interval per_table_constant(const Rational& c) {
  return Interval(2) * exp(Interval(-(c / 2) - 1));
}

}  // namespace selvage
