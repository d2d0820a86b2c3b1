#include "selvage/mechanism/extremes/extremes_terms.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "selvage/base/interval.hpp"
#include "selvage/guarantee/extremes.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kShares = 64;

// A bound may be one too large, never too small.
std::optional<std::int64_t> ceil_of_upper(const Interval& x) {
  return x.upper().ceil().to_int64();
}

// The rows beyond as a real number, for the search alone: the least K at a threshold is
// the ceiling of it. Convex in the threshold. [T104]
class RoughPromise {
 public:
  RoughPromise(double first, double second, double places, double risk)
      : first_(first),
        second_(second),
        risk_(risk),
        none_(std::expm1(-second) / std::expm1(-(first + second))),
        many_(std::log((places - 1) * std::expm1(-first) /
                       std::expm1(-(first + second)))) {}

  double beyond(double threshold) const { return std::ceil(rough(threshold)); }
  // Where the function, without the ceiling, is least: from there on it does not fall.
  double best() const {
    const auto rises = [&](double threshold) {
      const double here = rough(threshold);
      return std::isfinite(here) && rough(threshold + 1) >= here;
    };
    double high = 1;
    while (!rises(high)) high *= 2;
    double low = -1;  // does not rise, or lies outside
    while (high - low > 1) {
      const double middle = std::floor((low + high) / 2);
      (rises(middle) ? high : low) = middle;
    }
    return high;
  }
  // The least threshold with at most so many rows beyond. Requires that best() is one.
  double least(double most) const {
    double high = best(), low = -1;
    while (high - low > 1) {
      const double middle = std::floor((low + high) / 2);
      (beyond(middle) <= most ? high : low) = middle;
    }
    return high;
  }

 private:
  double rough(double threshold) const {
    const double left = risk_ - none_ * std::exp(-first_ * (threshold + 1));
    if (left <= 0) return std::numeric_limits<double>::infinity();
    return std::max(threshold, threshold - 1 + (many_ - std::log(left)) / second_);
  }

  double first_, second_, risk_, none_, many_;
};

AboveThresholdTerms terms_of(const Rational& epsilon, std::int64_t share,
                             double threshold) {
  return {epsilon * Rational(share, kShares),
          epsilon * Rational(kShares - share, kShares),
          static_cast<std::int64_t>(threshold)};
}

}  // namespace

// The search is in doubles: it chooses, and what it chose is promised by most_beyond
// and by nothing else.
AboveThresholdTerms best_above_threshold(const Rational& epsilon, std::size_t places,
                                         const Rational& confidence) {
  assert(epsilon.sign() > 0 && places >= 2);
  const double risk = (Rational(1) - confidence).to_double();
  double fewest = std::numeric_limits<double>::infinity(), threshold = 0;
  std::int64_t best = 0;
  for (std::int64_t share = 1; share < kShares; ++share) {
    const double first = (epsilon * Rational(share, kShares)).to_double();
    const RoughPromise promise(first, epsilon.to_double() - first,
                               static_cast<double>(places), risk);
    const double beyond = promise.beyond(promise.best());
    if (beyond > fewest) continue;
    const double least = promise.least(beyond);
    if (beyond == fewest && least >= threshold) continue;
    fewest = beyond;
    threshold = least;
    best = share;
  }
  return terms_of(epsilon, best, threshold);
}

ExponentialTerms best_exponential(const Rational& epsilon, std::size_t places,
                                  const Rational& confidence) {
  assert(epsilon.sign() > 0 && places >= 2);
  const Rational slope = epsilon / 2;
  const Interval odds = Interval(static_cast<std::int64_t>(places) - 1) /
                        Interval(Rational(1) - confidence);
  const auto people = ceil_of_upper(log(odds) / slope);
  return {slope, std::max<std::int64_t>(1, people.value())};
}

std::optional<std::int64_t> most_beyond(const AboveThresholdTerms& terms,
                                        std::size_t places,
                                        const Rational& confidence) {
  return people_beyond(terms.first, terms.second, terms.threshold,
                       static_cast<std::int64_t>(places), Rational(1) - confidence);
}

std::optional<std::int64_t> most_beyond(const ExponentialTerms& terms,
                                        std::size_t places,
                                        const Rational& confidence) {
  return people_beyond_drawn(terms.slope, terms.people,
                             static_cast<std::int64_t>(places),
                             Rational(1) - confidence);
}

}  // namespace selvage
