#include "selvage/mechanism/outlier/law/warped_geometric.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "selvage/base/bisect.hpp"
#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

const Rational kLeastEpsilon(1, 1'000'000);
constexpr std::size_t kMostSteps = 1000;
constexpr std::int64_t kMostLimit = std::int64_t{1} << 53;

// ceil(2^62 exp(-epsilon)): never less, so that no ratio exceeds exp(epsilon). 0 only
// where no protection was granted.
std::uint64_t numerator(const ExtendedRational& epsilon) {
  if (epsilon.is_infinite()) return 0;
  const Rational n =
      (exp(-epsilon.finite()) * Rational::power_of_two(WarpedGeometric::kBits))
          .upper()
          .ceil();
  return static_cast<std::uint64_t>(*n.to_int64());
}

Rational fraction(std::uint64_t n) {
  return Rational(static_cast<std::int64_t>(n)) *
         Rational::power_of_two(-WarpedGeometric::kBits);
}

// sum of q^1 ... q^length, or of q^0 ... q^(length-1); all of them without a length.
Interval geometric_sum(const Interval& q, const Interval& q_to_length) {
  return (Interval(1) - q_to_length) / (Interval(1) - q);
}

}  // namespace

Result<WarpedGeometric> WarpedGeometric::make(const std::vector<ProfileStep>& profile) {
  assert(is_profile(profile));
  WarpedGeometric law;
  law.profile_ = lower_envelope(profile);
  std::int64_t first = 1;
  for (const ProfileStep& step : law.profile_) {
    if (step.limit && *step.limit > kMostLimit)
      return wrong(
          fmt::format("the limit {} of the profile is above 2^53 people", *step.limit));
    if (step.epsilon.sign() > 0 && step.epsilon < kLeastEpsilon)
      return wrong(fmt::format(
          "the epsilon {} of the profile is below 1e-6, and its noise would hide every "
          "count; write 0 or 1e-6 or more",
          step.epsilon.short_text()));
    if (step.epsilon.sign() > 0)
      law.stretches_.push_back({first, step.limit, numerator(step.epsilon)});
    if (step.limit) first = *step.limit + 1;
  }
  if (law.stretches_.empty())
    return wrong(
        "the profile is 0 for classes of every size, so nothing could be published; "
        "write "
        "for example 20:0,1");
  if (law.profile_.size() > kMostSteps)
    return wrong(
        fmt::format("the profile has {} different values, and more than {} take too "
                    "long; write steps, or a formula that rises faster",
                    law.profile_.size(), kMostSteps));
  if (law.profile_.front().epsilon.is_infinite())
    return wrong(
        "the profile protects nobody; write for example 20:0.1,inf, or 20:0.1,1 to "
        "protect everybody");
  Interval sum(0);
  for (const Stretch& stretch : law.stretches_) {
    law.before_.push_back(sum);
    // An unprotected stretch is the last one, and its rate is not used.
    law.rates_.push_back(stretch.n == 0 ? Interval(0)
                                        : Interval(0) - log(fraction(stretch.n)));
    if (stretch.last)
      sum = sum + law.rates_.back() * Rational(*stretch.last - stretch.first + 1);
  }
  return law;
}

std::size_t WarpedGeometric::index(std::int64_t i) const {
  assert(i > least());
  const auto after = std::upper_bound(
      stretches_.begin(), stretches_.end(), i,
      [](std::int64_t x, const Stretch& stretch) { return x < stretch.first; });
  return static_cast<std::size_t>(after - stretches_.begin()) - 1;
}

const WarpedGeometric::Stretch& WarpedGeometric::at(std::int64_t i) const {
  return stretches_[index(i)];
}

std::uint64_t WarpedGeometric::n(std::int64_t i) const {
  return i <= least() ? 0 : at(i).n;
}

Rational WarpedGeometric::q(std::int64_t i) const { return fraction(n(i)); }

Rational WarpedGeometric::a(std::int64_t j) const {
  assert(j >= least());
  const Rational here = q(j), next = q(j + 1), one = 1;
  return (one - here * next) / ((one + here) * (one + next));
}

Rational WarpedGeometric::mass(std::int64_t k, std::int64_t j) const {
  if (j < least()) return 0;
  k = std::max(k, least());
  Rational result = a(j);
  for (std::int64_t i = std::min(j, k) + 1; i <= std::max(j, k); ++i)
    result = result * q(i);
  return result;
}

Interval WarpedGeometric::product(std::int64_t low, std::int64_t high) const {
  low = std::max(low, least());
  high = std::max(high, least());
  assert(low <= high);
  if (low == high) return Interval(1);
  if (n(high) == 0) return Interval(0);
  // The sum of -ln q_i over i <= x.
  const auto sum = [&](std::int64_t x) {
    if (x <= least()) return Interval(0);
    const std::size_t s = index(x);
    return before_[s] + rates_[s] * Rational(x - stretches_[s].first + 1);
  };
  if (index(low + 1) == index(high))  // one stretch: the same number from both sides
    return exp(Interval(0) - rates_[index(high)] * Rational(high - low));
  return exp(sum(low) - sum(high));
}

Interval WarpedGeometric::at_least(std::int64_t k, std::int64_t m) const {
  k = std::max(k, least());
  if (m <= least()) return Interval(1);
  if (m > k) return product(k, m) / (Interval(q(m)) + 1);
  return Interval(1) - at_most(k, m - 1);
}

Interval WarpedGeometric::at_most(std::int64_t k, std::int64_t m) const {
  k = std::max(k, least());
  if (m < least()) return Interval(0);
  if (m < k) return product(m, k) / (Interval(q(m + 1)) + 1);
  return Interval(1) - at_least(k, m + 1);
}

// E(j - k)+ is the sum of P(j >= m) over m > k, E(k - j)+ that of P(j <= m) over m < k:
// geometric sums, stretch by stretch.
Interval WarpedGeometric::mean_absolute_error(std::int64_t k) const {
  const std::int64_t from = std::max(k, least());
  Interval above(0), below(0);
  for (const Stretch& stretch : stretches_) {
    if (stretch.n == 0) continue;
    const Interval q = fraction(stretch.n), one(1);
    const std::int64_t up = std::max(from + 1, stretch.first);
    if (!stretch.last || up <= *stretch.last) {
      const Interval rest = stretch.last ? product(up - 1, *stretch.last) : Interval(0);
      above = above + product(from, up) / (one + q) * geometric_sum(q, rest);
    }
    const std::int64_t down = std::min(from, stretch.last.value_or(from));
    if (down >= stretch.first)
      below = below + product(down, from) * q / (one + q) *
                          geometric_sum(q, product(stretch.first - 1, down));
  }
  // A count below the least output errs by the way up to it, always.
  return above + below + Interval(from - k);
}

std::int64_t WarpedGeometric::error_bound(std::int64_t k, const Rational& beta) const {
  assert(beta.sign() > 0 && beta < 1);
  const auto beyond = [&](std::int64_t r) {
    return at_least(k, k + r + 1) + at_most(k, k - r - 1);
  };
  const auto enough = [&](std::int64_t r) {
    return surely_at_most(beyond(r), Interval(beta));
  };
  std::int64_t high = 1;
  while (!enough(high)) high *= 2;
  return least_above(-1, high, enough);
}

// j grows with k in every quantile, so the counts that are not ruled out are an
// interval: those for which neither tail that holds j is surely at most beta / 2.
WarpedGeometric::Counts WarpedGeometric::counts_behind(std::int64_t j,
                                                       const Rational& beta) const {
  assert(beta.sign() > 0 && beta < 1 && j >= least());
  const Interval half = beta / 2;
  const auto too_low = [&](std::int64_t k) {
    return surely_at_most(at_least(k, j), half);
  };
  const auto too_high = [&](std::int64_t k) {
    return surely_at_most(at_most(k, j), half);
  };
  Counts counts{0, 0};
  if (too_low(0)) {
    // 0 is ruled out; j itself never is.
    counts.lower = least_above(0, j, [&](std::int64_t k) { return !too_low(k); });
  }
  std::int64_t step = 1, low = j;
  while (!too_high(low + step)) {
    low += step;
    step *= 2;
  }
  counts.upper = least_above(low, low + step, too_high) - 1;
  return counts;
}

// s_i = q_i / (1 - q_i^2); u(j) = j + (s_j - s_{j+1}) / a_j.
Rational WarpedGeometric::unbiased(std::int64_t j) const {
  const auto s = [&](std::int64_t i) {
    const Rational x = q(i);
    return x / (Rational(1) - x * x);
  };
  if (j > least() && n(j) == n(j + 1)) return j;
  return Rational(j) + (s(j) - s(j + 1)) / a(j);
}

// Summed until what is left of the tail is nothing to a plan.
double WarpedGeometric::rough_variance(std::int64_t k) const {
  k = std::max(k, least());
  const double scale = std::ldexp(1.0, -kBits);
  const auto q_of = [&](std::int64_t i) { return static_cast<double>(n(i)) * scale; };
  const auto term = [&](std::int64_t j, double way) {
    const double here = q_of(j), next = q_of(j + 1);
    const double mass = (1 - here * next) / ((1 + here) * (1 + next)) * way;
    const double u =
        j > least() && here == next ? static_cast<double>(j) : unbiased(j).to_double();
    const double off = u - static_cast<double>(k);
    return mass * off * off;
  };
  double sum = term(k, 1);
  double way = 1;
  for (std::int64_t j = k - 1; j >= least() && way > 1e-12; --j)
    sum += term(j, way *= q_of(j + 1));
  way = 1;
  for (std::int64_t j = k + 1; way > 1e-12; ++j) sum += term(j, way *= q_of(j));
  return sum;
}

}  // namespace selvage
