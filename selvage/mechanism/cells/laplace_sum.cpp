#include "selvage/mechanism/cells/laplace_sum.hpp"

#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

#include "selvage/base/bisect.hpp"
#include "selvage/base/interval.hpp"

namespace selvage {
namespace {

// All terms are above 0, so that doubles err by at most a few units in the last place
// for each term, 10^-9 in all. They decide, and intervals where they are nearer than
// that.
constexpr double kClose = 1e-8, kSmall = 1e-20;

struct Doubles {
  using Real = double;
  static double of(std::int64_t x) { return static_cast<double>(x); }
  static bool negligible(double x) { return x < 1e-30; }
};
struct Intervals {
  using Real = Interval;
  static Interval of(std::int64_t x) { return x; }
  static bool negligible(const Interval& x) { return x.middle() < 1e-45; }
};

// A law on whole numbers from 0 on whose ratios P(i+1)/P(i) fall: its weights, in units
// of that of a middle place, where they are not negligible.
template <class Arithmetic>
struct Weights {
  using Real = typename Arithmetic::Real;
  std::int64_t first = 0;
  std::vector<Real> values;
  Real total = Arithmetic::of(0);
  // At least what all other weights are together.
  Real beyond = Arithmetic::of(0);

  // ratio(i) = P(i+1)/P(i); none for the last i.
  template <class Ratio>
  Weights(std::int64_t middle, std::int64_t last, const Ratio& ratio) {
    std::vector<Real> below;
    Real weight = Arithmetic::of(1);
    const auto rest = [&](const Real& at_end, const Real& factor) {
      beyond = beyond + at_end * factor / (Arithmetic::of(1) - factor);
    };
    for (std::int64_t i = middle - 1; i >= 0; --i) {
      const Real factor = Arithmetic::of(1) / ratio(i);
      if (Arithmetic::negligible(weight)) {
        rest(weight, factor);
        break;
      }
      weight = weight * factor;
      below.push_back(weight);
    }
    first = middle - static_cast<std::int64_t>(below.size());
    values.assign(below.rbegin(), below.rend());
    weight = Arithmetic::of(1);
    for (std::int64_t i = middle;; ++i) {
      values.push_back(weight);
      if (i == last) break;
      const Real factor = ratio(i);
      if (Arithmetic::negligible(weight)) {
        rest(weight, factor);
        break;
      }
      weight = weight * factor;
    }
    for (const Real& value : values) total = total + value;
  }
};

// P(Z_1 + ... + Z_k >= d) = P(A + J <= k - 1) for d >= 1, where A counts failures
// before k successes of probability 1/(1+q), and J successes of probability 1-q in d +
// k - 1 tries. [T82] At most this, but for doubles.
template <class Arithmetic>
typename Arithmetic::Real upper_tail(const typename Arithmetic::Real& q,
                                     const typename Arithmetic::Real& p, std::int64_t k,
                                     std::int64_t d, double rough_q, double rough_p) {
  using Real = typename Arithmetic::Real;
  const auto whole = [](std::int64_t x) { return Arithmetic::of(x); };
  const std::int64_t tries = d + k - 1;
  const Real fails = q / (q + whole(1)), odds = p / q;
  const auto middle_a =
      static_cast<std::int64_t>(std::max(0.0, static_cast<double>(k - 1) * rough_q));
  const Weights<Arithmetic> a(middle_a, -1, [&](std::int64_t i) {
    return fails * whole(k + i) / whole(i + 1);
  });
  const auto middle_j = std::min(
      tries, static_cast<std::int64_t>(static_cast<double>(tries + 1) * rough_p));
  const Weights<Arithmetic> j(middle_j, tries, [&](std::int64_t i) {
    return odds * whole(tries - i) / whole(i + 1);
  });
  // For rising a fewer j fit.
  Real sum = whole(0), fitting = whole(0);
  auto next = j.values.begin();
  std::int64_t place = j.first;
  for (std::size_t i = a.values.size(); i-- > 0;) {
    const std::int64_t room = k - 1 - (a.first + static_cast<std::int64_t>(i));
    for (; next != j.values.end() && place <= room; ++next, ++place)
      fitting = fitting + *next;
    sum = sum + a.values[i] * (fitting + j.beyond);
  }
  return (sum + a.beyond * (j.total + j.beyond)) / (a.total * j.total);
}

}  // namespace

std::int64_t laplace_sum_bound(const Rational& scale, std::int64_t count,
                               const Rational& beta) {
  assert(count >= 1 && beta.sign() > 0 && beta < 1);
  const Rational rate = Rational(1) / scale;
  const double rough_q = std::exp(-rate.to_double());
  const double rough_p = -std::expm1(-rate.to_double());
  const Interval q = exp(-rate), p = Interval(0) - expm1(-rate), most = beta;
  const double wanted = beta.to_double();
  const auto holds = [&](std::int64_t t) {
    const double rough =
        2 * upper_tail<Doubles>(rough_q, rough_p, count, t + 1, rough_q, rough_p);
    if (wanted > kSmall && std::abs(rough - wanted) > kClose * wanted)
      return rough < wanted;
    const Interval tail =
        upper_tail<Intervals>(q, p, count, t + 1, rough_q, rough_p) * 2;
    return surely_at_most(tail, most);
  };
  // Chebyshev: the deviation over the root of beta is enough.
  const double deviation =
      std::sqrt(2 * rough_q * static_cast<double>(count)) / rough_p;
  const double enough = deviation / std::sqrt(wanted) + 2;
  if (enough > static_cast<double>(std::numeric_limits<std::int64_t>::max() / 4))
    return std::numeric_limits<std::int64_t>::max() / 4;
  return least_above(-1, static_cast<std::int64_t>(enough) + 1, holds);
}

}  // namespace selvage
