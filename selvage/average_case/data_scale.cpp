#include "selvage/average_case/data_scale.hpp"

#include <algorithm>
#include <cassert>

namespace selvage {

Interval scale_eta(const Rational& alpha, const Rational& beta, const Rational& c) {
  assert(beta.sign() > 0 && beta <= c && alpha.sign() > 0);
  const Interval growth = expm1(Interval(beta));
  const auto tail = [&](const Rational& x) { return exp(Interval(-x) / growth); };
  return (Interval(1) - exp(Interval(-beta))) / Interval(2) *
         (tail(c + beta) + tail(alpha * 2 + c + beta));
}

Rational largest_beta(const Rational& alpha, const Rational& c, const Rational& eta) {
  const Rational kStep(1, 1'000'000'000'000);
  std::int64_t low = 0, high = (c / kStep).floor().to_int64().value_or(0) + 1;
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    const bool small = surely_at_most(scale_eta(alpha, kStep * middle, c), eta);
    (small ? low : high) = middle;
  }
  return kStep * low;
}

Interval smooth_order_statistic(const std::vector<std::int64_t>& rising,
                                std::int64_t rank, const Rational& beta,
                                std::int64_t most) {
  const auto size = static_cast<std::int64_t>(rising.size());
  assert(1 <= rank && rank <= size);
  Interval largest = 0;
  for (std::int64_t t = 0; rank + t <= size + 1; ++t) {
    const std::int64_t distance =
        rank + t <= size ? rising[static_cast<std::size_t>(rank + t - 1)] : most;
    const Interval one = Interval(distance) * exp(Interval(-(beta * t)));
    if (one.upper() > largest.upper())
      largest = surely_at_most(largest, one) ? one : hull(largest, one);
  }
  return largest;
}

Interval wider_divergence(const Rational& level, const Rational& shift,
                          const Interval& ratio) {
  const Interval part = Interval(1) / ratio;
  const Interval room = log(ratio) - Interval(level), moved = Interval(shift) * part;
  const Interval left = (room + moved) / (Interval(1) - part),
                 right = (room - moved) / (Interval(1) - part);
  assert(right.lower() >= shift);
  const auto tails = [](const Interval& a, const Interval& b) {
    return Interval(1) - (exp(Interval(0) - a) + exp(Interval(0) - b)) / Interval(2);
  };
  return tails(left, right) -
         exp(Interval(level)) *
             tails((left + Interval(shift)) * part, (right - Interval(shift)) * part);
}

}  // namespace selvage
