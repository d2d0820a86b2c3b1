#include "selvage/mechanism/cells/combined_noise.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "selvage/base/interval.hpp"
#include "selvage/mechanism/cells/gaussian_tail.hpp"
#include "selvage/mechanism/cells/least_bound.hpp"

namespace selvage {
namespace {

double exp_of(double x) { return std::exp(x); }
double expm1_of(double x) { return std::expm1(x); }
double floor_of(double x) { return std::floor(x); }
double real_of(double x) { return x; }
bool is_zero(double x) { return x == 0; }
Interval exp_of(const Rational& x) { return exp(Interval(x)); }
Interval expm1_of(const Rational& x) { return expm1(Interval(x)); }
Rational floor_of(const Rational& x) { return x.floor(); }
Interval real_of(const Rational& x) { return x; }
bool is_zero(const Rational& x) { return x.sign() == 0; }

// P(|L + weight Z| > u) for u >= 0, L continuous Laplace of scale `wide`, Z discrete
// Laplace of scale `narrow`: the sums over Z are geometric. [T80] Doubles find a guess,
// intervals decide.
// `Number` is a fraction, or a double too.
template <class Number>
auto laplace_tail(const Number& wide, const Number& narrow, const Number& weight,
                  const Number& u) {
  using Real = decltype(exp_of(u));
  if (is_zero(weight)) return exp_of(-(u / wide));
  const Number rate = Number(1) / narrow, slope = weight / wide;
  const Real one(1), two(2), q = exp_of(-rate);
  const Number last = floor_of(u / weight);  // the last z with weight z <= u
  // The sum of exp(x z - u / wide) over z = 1..last. Where x is above 0 nothing but the
  // last term is near 1; its own exponential would be too large for doubles.
  const auto geometric = [&](const Number& x) -> Real {
    if (is_zero(last)) return Real(0);
    if (is_zero(x)) return exp_of(-(u / wide)) * real_of(last);
    if (x > Number(0))
      return exp_of(x * last - u / wide) * expm1_of(-(x * last)) / expm1_of(-x);
    return exp_of(x - u / wide) * expm1_of(x * last) / expm1_of(x);
  };
  const Real inside =
      exp_of(-(u / wide)) + geometric(slope - rate) + geometric(-(slope + rate));
  const Number next = last + Number(1);
  const Real all = exp_of(-(rate * next)) / (Real(0) - expm1_of(-rate));
  const Real some = (exp_of(u / wide - (slope + rate) * next) -
                     exp_of(-(u / wide) - (slope + rate) * next)) /
                    two / (Real(0) - expm1_of(-(slope + rate)));
  return (inside + two * (all - some)) * (Real(0) - expm1_of(-rate)) / (one + q);
}

// The same with two continuous Laplace noises, whose density is a difference of two.
template <class Number>
auto laplace_tail(const Number& wide, const Number& other, const Number& narrow,
                  const Number& weight, const Number& u) {
  if (is_zero(other)) return laplace_tail(wide, narrow, weight, u);
  const Number a = wide * wide, b = other * other, all = a - b;
  return real_of(a / all) * laplace_tail(wide, narrow, weight, u) -
         real_of(b / all) * laplace_tail(other, narrow, weight, u);
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

// A wide noise is a floor of a continuous one, or nearly: off by less than its weight.
struct Parts {
  WeightedNoise wide, other, count;
  Rational slack;
};

std::int64_t laplace_bound(const Parts& parts, const Rational& beta) {
  const auto scale = [](const WeightedNoise& one) {
    return std::get<LaplaceNoise>(one.noise).scale * one.weight;
  };
  Rational wide = scale(parts.wide), other = scale(parts.other);
  if (wide < other) std::swap(wide, other);
  // Scales that are nearly the same are told apart; more of one only adds.
  wide = std::max(wide, other * (Rational(1) + Rational::power_of_two(-20)));
  const Rational& narrow = std::get<LaplaceNoise>(parts.count.noise).scale;
  const Rational& weight = parts.count.weight;
  const double most = beta.to_double();
  const double rough_wide = wide.to_double(), rough_other = other.to_double();
  const double rough_narrow = narrow.to_double(), rough_weight = weight.to_double();
  return least_bound(
      parts.slack, rough_wide,
      [&](double u) {
        return laplace_tail(rough_wide, rough_other, rough_narrow, rough_weight, u) <=
               most;
      },
      [&](const Rational& u) {
        return surely_at_most(laplace_tail(wide, other, narrow, weight, u),
                              Interval(beta));
      });
}

// 2x + 2x^4 + 2x^9 + ... is at most this.
Interval theta_rest(const Interval& x) { return x * 2 / (Interval(1) - x * x * x); }

// The density of the sum is that of a Gaussian, but for a factor; or the count has no
// noise at all. [T83]
std::int64_t gaussian_bound(const Parts& parts, const Rational& beta) {
  const auto variance = [](const WeightedNoise& one) {
    return std::get<GaussianNoise>(one.noise).variance;
  };
  const auto weighted = [&](const WeightedNoise& one) {
    return variance(one) * one.weight * one.weight;
  };
  const Rational smooth = weighted(parts.wide) + weighted(parts.other);
  const Rational all = smooth + weighted(parts.count);
  const Rational& counts = variance(parts.count);
  const Rational two_pi_squared(197392, 10000);  // from below
  const Interval factor =
      Interval(1) +
      theta_rest(exp(Interval(-(two_pi_squared * (counts * smooth / all)))));
  const Interval noisy_count = theta_rest(exp(Interval(-(Rational(1, 2) / counts))));
  const double most = beta.to_double(), root = std::sqrt(2 * all.to_double());
  const double rough_factor = factor.middle();
  return least_bound(
      parts.slack, root,
      [&](double u) { return rough_factor * std::erfc(u / root) <= most; },
      [&](const Rational& u) {
        const Interval both = factor * Interval(erfc_of_root(u * u / (all * 2)));
        if (surely_at_most(both, Interval(beta))) return true;
        const Interval alone =
            noisy_count + Interval(erfc_of_root(u * u / (smooth * 2)));
        return surely_at_most(alone, Interval(beta));
      });
}

// Each noise is within its own bound, except with its part of beta.
std::int64_t separate_bound(std::span<const WeightedNoise> noises,
                            const Rational& beta) {
  const Rational part = beta / static_cast<std::int64_t>(noises.size());
  Rational sum = 0;
  for (const WeightedNoise& one : noises)
    sum = sum + one.weight * error_bound(one.noise, part);
  return sum.ceil().to_int64().value_or(kMaxRelease);
}

// Noise that a continuous law is near to.
bool is_wide(const WeightedNoise& one) {
  const auto* gaussian = std::get_if<GaussianNoise>(&one.noise);
  return gaussian == nullptr || gaussian->variance >= 1;
}

}  // namespace

std::int64_t combined_bound(std::span<const WeightedNoise> noises,
                            const Rational& beta) {
  assert(noises.size() >= 2 && beta.sign() > 0 && beta < 1);
  Parts parts{noises.front(), {noises.front().noise, 0}, noises.back(), 0};
  if (noises.size() == 3) parts.other = noises[1];
  parts.slack = parts.wide.weight + parts.other.weight;
  const bool laplace = std::all_of(noises.begin(), noises.end(), [](const auto& one) {
    return std::holds_alternative<LaplaceNoise>(one.noise);
  });
  if (laplace) return laplace_bound(parts, beta);
  const bool gaussian = std::all_of(noises.begin(), noises.end(), [](const auto& one) {
    return std::holds_alternative<GaussianNoise>(one.noise);
  });
  if (gaussian && is_wide(parts.wide) && is_wide(parts.other))
    return gaussian_bound(parts, beta);
  return separate_bound(noises, beta);
}

}  // namespace selvage
