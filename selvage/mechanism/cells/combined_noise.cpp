#include "selvage/mechanism/cells/combined_noise.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "selvage/base/interval.hpp"
#include "selvage/mechanism/cells/gaussian_tail.hpp"
#include "selvage/mechanism/cells/least_bound.hpp"

namespace selvage {
namespace {

double exp_of(double x) { return std::exp(x); }
double real_of(double x) { return x; }
Interval exp_of(const Rational& x) { return exp(Interval(x)); }
Interval real_of(const Rational& x) { return x; }

// P(|L_1 + L_2 + ...| > u) for u >= 0, L_i continuous Laplace of these scales, no two
// of which are equal: by partial fractions. Doubles find a guess, intervals decide.
// [T80] `Number` is a fraction, or a double.
template <class Number>
auto laplace_tail(const std::vector<Number>& scales, const Number& u) {
  auto tail = real_of(Number(0));
  for (const Number& scale : scales) {
    Number factor = 1;
    for (const Number& other : scales)
      if (other != scale)
        factor = factor * (scale * scale / (scale * scale - other * other));
    tail = tail + real_of(factor) * exp_of(-(u / scale));
  }
  return tail;
}

// The least whole t for which a tail of u = t - slack, u >= 0, is at most beta.
template <class Roughly, class Surely>
std::int64_t least_bound(const Rational& slack, double scale, const Roughly& roughly,
                         const Surely& surely) {
  double low = 0, high = scale;
  while (!roughly(high) && high < 1e18) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (roughly(middle) ? high : low) = middle;
  }
  const double guess = std::min(high + slack.to_double(), 1e18);
  return least_from(static_cast<std::int64_t>(guess), [&](std::int64_t t) {
    const Rational u = Rational(t) - slack;
    return u.sign() >= 0 && surely(u);
  });
}

// More of one only adds: so scales that are nearly the same are told apart by that.
const Rational kApart = Rational(1) + Rational::power_of_two(-12);

// The draws are floors of continuous ones, or nearly: off by less than their weights.
std::int64_t laplace_bound(const Rational& scale, std::vector<Rational> weights,
                           const Rational& slack, const Rational& beta) {
  std::sort(weights.begin(), weights.end());
  std::vector<Rational> scales;
  std::vector<double> rough;
  for (const Rational& weight : weights) {
    Rational one = scale * weight;
    if (!scales.empty()) one = std::max(one, scales.back() * kApart);
    scales.push_back(one);
    rough.push_back(one.to_double());
  }
  const double most = beta.to_double();
  return least_bound(
      slack, rough.back(), [&](double u) { return laplace_tail(rough, u) <= most; },
      [&](const Rational& u) {
        return surely_at_most(laplace_tail(scales, u), Interval(beta));
      });
}

// The same; a sum of continuous Gaussian variables is one. [T83]
std::int64_t gaussian_bound(const Rational& variance, const Rational& slack,
                            const Rational& beta) {
  const double most = beta.to_double(), root = std::sqrt(2 * variance.to_double());
  return least_bound(
      slack, root, [&](double u) { return std::erfc(u / root) <= most; },
      [&](const Rational& u) {
        return surely_at_most(Interval(erfc_of_root(u * u / (variance * 2))),
                              Interval(beta));
      });
}

}  // namespace

std::int64_t combined_bound(const Noise& noise, std::span<const Rational> weights,
                            const Rational& beta) {
  assert(weights.size() <= 3 && beta.sign() > 0 && beta < 1);
  std::vector<Rational> some;
  Rational slack = 0, squares = 0;
  for (const Rational& weight : weights) {
    if (weight.sign() == 0) continue;
    some.push_back(weight);
    slack = slack + weight;
    squares = squares + weight * weight;
  }
  if (some.empty()) return 0;
  if (const auto* laplace = std::get_if<LaplaceNoise>(&noise))
    return laplace_bound(laplace->scale, std::move(some), slack, beta);
  const Rational& variance = std::get<GaussianNoise>(noise).variance;
  if (variance >= 1) return gaussian_bound(variance * squares, slack, beta);
  // Too little noise for a continuous law: each draw is within its own bound.
  const Rational part = beta / static_cast<std::int64_t>(some.size());
  return (slack * error_bound(noise, part)).ceil().to_int64().value_or(kMaxRelease);
}

}  // namespace selvage
