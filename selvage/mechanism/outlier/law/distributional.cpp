#include "selvage/mechanism/outlier/law/distributional.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/outlier/law/binomial_window.hpp"
#include "selvage/mechanism/outlier/law/rounding.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostCrowd = 20'000;
constexpr std::int64_t kMostEpsilon = 10'000;

struct Bounds {
  long double lower = 0, upper = 0;
  friend Bounds operator+(const Bounds& a, const Bounds& b) {
    return {a.lower + b.lower, a.upper + b.upper};
  }
};
Bounds max(const Bounds& a, const Bounds& b) {
  return {std::max(a.lower, b.lower), std::max(a.upper, b.upper)};
}
Bounds min(const Bounds& a, const Bounds& b) {
  return {std::min(a.lower, b.lower), std::min(a.upper, b.upper)};
}
Bounds bounds(const Interval& x) { return {rounded_down(x), rounded_up(x)}; }

// The formulas of the header for one n.
class Worst {
 public:
  Worst(const SampledCrowd& crowd, const Rational& epsilon)
      : hidden_(crowd.crowd - crowd.known), delta_(bounds(Interval(crowd.delta))) {
    const Rational link = crowd.epsilon / crowd.crowd;
    ratio_ = bounds(exp(Interval(epsilon)));
    above_link_ = epsilon == link
                      ? Bounds{}
                      : bounds(exp(Interval(epsilon)) - exp(Interval(link)));
    decay_ = nearest(exp(Interval(-link)));
  }

  struct Values {
    Bounds chained;  // max(F1, F2)
    Bounds free;     // max(H1, H2), which only fall with n
  };
  Values at(const BinomialWindow& x) const {
    const long double g =
        4 * (x.gamma() + static_cast<long double>(4 * hidden_ + 64) * kRounding);
    const auto term = [&](long double p, long double q) {
      return Bounds{std::max(0.0L, p * (1 - g) - ratio_.upper * q * (1 + g)),
                    std::max(0.0L, p * (1 + g) - ratio_.lower * q * (1 - g))};
    };
    const auto total = [&](const Bounds& sum) {
      const long double hidden = (2 * ratio_.upper + 2) * x.lost();
      return Bounds{std::max(0.0L, sum.lower * (1 - g) - hidden),
                    sum.upper * (1 + g) + x.lost()};
    };
    Bounds f1, h1, h2, past;
    for (std::int64_t i = x.low(); i < x.high(); ++i) {
      const Bounds down = term(x.at(i), x.at(i + 1));
      const Bounds up = term(x.at(i), x.at(i - 1));
      h1 = h1 + down;
      h2 = h2 + up;
      if (i >= hidden_) f1 = f1 + down;
      if (i > hidden_) past = past + up;
    }
    const Bounds f2 = min(total(h2), total(past + chain(x, g)) + links(x, g));
    // No mechanism is worse than telling everything, with a delta of its own or not.
    const Bounds f1_or_free = min(total(h1), total(f1) + delta_);
    return {max(f1_or_free, f2), max(total(h1), total(h2))};
  }

 private:
  // [p_K - (e^E - e^e) sum_{x<K} p_x e^{-(K-1-x) e}]+
  Bounds chain(const BinomialWindow& x, long double g) const {
    long double sum = 0;
    for (std::int64_t i = x.low(); i < hidden_; ++i) sum = sum * decay_ + x.at(i);
    const long double end = x.at(hidden_);
    return {std::max(0.0L, end * (1 - g) - above_link_.upper * sum * (1 + g)),
            std::max(0.0L, end * (1 + g) - above_link_.lower * sum * (1 - g))};
  }

  // Each link of the chain that is used costs one delta of the mechanism:
  // delta (1 + (e^E - e^e) sum_{x<K} p_x sum_{i=1}^{K-1-x} e^{-i e}).
  Bounds links(const BinomialWindow& x, long double g) const {
    if (delta_.upper == 0) return {};
    long double sum = 0, used = 0;
    for (std::int64_t i = hidden_ - 1; i >= x.low(); --i) {
      sum += x.at(i) * used;
      used = decay_ * (used + 1);
    }
    const long double unseen = x.lost() * static_cast<long double>(hidden_);
    return {
        delta_.lower * (1 + above_link_.lower * sum * (1 - g)) * (1 - g),
        delta_.upper * (1 + above_link_.upper * (sum + unseen) * (1 + g)) * (1 + g)};
  }

  std::int64_t hidden_;
  Bounds delta_, ratio_, above_link_;
  long double decay_ = 0;
};

Interval worst_delta(const SampledCrowd& crowd, const Rational& epsilon) {
  const Worst worst(crowd, epsilon);
  BinomialWindow sampled(crowd.rate);
  const std::int64_t hidden = crowd.crowd - crowd.known;
  while (sampled.people() < hidden) sampled.add_person();
  // Far beyond the sizes that matter the free divergence is itself a bound for all
  // larger samples, so stopping here is safe, only not tight.
  const auto most = (Rational(8 * hidden + 1000) / crowd.rate).ceil().to_int64();
  Bounds best = bounds(Interval(crowd.delta));
  for (;; sampled.add_person()) {
    const auto values = worst.at(sampled);
    best = max(best, values.chained);
    if (values.free.upper <= best.upper) break;
    if (!most || sampled.people() >= *most) {
      best.upper = std::max(best.upper, values.free.upper);
      break;
    }
  }
  return between(std::min(1.0L, best.lower), std::min(1.0L, best.upper));
}

}  // namespace

Outcome check_sampled_crowd(const SampledCrowd& crowd) {
  if (crowd.crowd < 1 || crowd.crowd > kMostCrowd)
    return wrong(
        fmt::format("a crowd of {} people is not in 1..{}", crowd.crowd, kMostCrowd));
  if (crowd.known < 0)
    return wrong(fmt::format("{} known people are less than none", crowd.known));
  if (crowd.known >= crowd.crowd)
    return wrong(fmt::format(
        "who knows of {} people is not confused by a crowd of {}; nothing can be "
        "promised",
        crowd.known, crowd.crowd));
  static const Rational least(1, 10'000);
  if (crowd.rate < least || crowd.rate > Rational(1) - least)
    return wrong(fmt::format("the sampling rate {} is not in 0.0001..0.9999",
                             crowd.rate.short_text()));
  if (crowd.epsilon.sign() < 0 || crowd.epsilon > kMostEpsilon)
    return wrong(fmt::format("the crowd's epsilon {} is not in 0..{}",
                             crowd.epsilon.short_text(), kMostEpsilon));
  if (crowd.delta.sign() < 0 || crowd.delta >= 1)
    return wrong(
        fmt::format("the crowd's delta {} is not in 0..1", crowd.delta.short_text()));
  return Done{};
}

Result<Interval> distributional_delta(const SampledCrowd& crowd,
                                      const Rational& epsilon) {
  if (const auto checked = check_sampled_crowd(crowd); !checked) return checked.error();
  if (epsilon * crowd.crowd < crowd.epsilon || epsilon > kMostEpsilon)
    return wrong(fmt::format(
        "epsilon {} is not between {}, which each member of the crowd has, and {}",
        epsilon.short_text(), (crowd.epsilon / crowd.crowd).short_text(),
        kMostEpsilon));
  return worst_delta(crowd, epsilon);
}

Result<Rational> distributional_epsilon(const SampledCrowd& crowd,
                                        const Rational& delta) {
  if (const auto checked = check_sampled_crowd(crowd); !checked) return checked.error();
  if (delta <= crowd.delta || delta >= 1)
    return wrong(fmt::format("delta {} is not between that of the crowd, {}, and 1",
                             delta.short_text(), crowd.delta.short_text()));
  const Rational least = crowd.epsilon / crowd.crowd;
  const auto enough = [&](const Rational& epsilon) {
    return worst_delta(crowd, epsilon).upper() <= delta;
  };
  if (enough(least)) return least;
  Rational high = least + 1;
  while (!enough(high)) {
    high = high * 2;
    if (high > 64)
      return wrong(fmt::format(
          "no epsilon up to 64 is enough for delta {}; ask for a larger crowd",
          delta.short_text()));
  }
  // All that is not too little, in steps of 2^-20.
  const Rational step = Rational::power_of_two(-20);
  Rational low = least;
  while (high - low > step) {
    const Rational middle = round_up((low + high) / 2, 20);
    if (middle >= high) break;
    (enough(middle) ? high : low) = middle;
  }
  return round_up(high, 20);
}

}  // namespace selvage
