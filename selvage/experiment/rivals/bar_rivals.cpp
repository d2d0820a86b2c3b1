#include "selvage/experiment/rivals/bar_rivals.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "selvage/base/errors.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

std::int64_t one_laplace(const Rational& scale, RandomSource& random) {
  std::int64_t noise = 0;
  random.discrete_laplace(std::span(&noise, 1), scale);
  return noise;
}

// The least t >= 1 with P(DLap >= t) <= delta.
std::int64_t least_tail(const Rational& epsilon, const Rational& delta) {
  std::int64_t t = 1;
  while (laplace_tail_from(epsilon, t).upper() > delta) ++t;
  return t;
}

Guarantee dp_of(const Rational& epsilon, const Rational& delta) {
  return {DpPromise{epsilon, delta}, Neighbours::add_remove_person};
}

}  // namespace

std::int64_t answer_in(const BarAnswer& f, Bars bars) {
  return std::visit([&](const auto& known) { return answer_of(known, bars); }, f);
}

std::vector<std::int64_t> least_edits_in(const BarAnswer& f, Bars bars) {
  return std::visit([&](const auto& known) { return least_edits(known, bars); }, f);
}

Interval laplace_tail_from(const Rational& epsilon, std::int64_t t) {
  return exp(Interval(-(epsilon * t))) / (exp(Interval(-epsilon)) + 1);
}

double literal_smooth_sensitivity(const BarAnswer& f, Bars bars, double b) {
  const auto edits = least_edits_in(f, bars);
  double largest = 0;
  for (std::size_t i = 0; i < edits.size(); ++i)
    largest = std::max(largest, static_cast<double>(i + 1) *
                                    std::exp(-b * static_cast<double>(edits[i])));
  return largest;
}

ExponentialAnswer::ExponentialAnswer(BarAnswer f, const Rational& epsilon,
                                     std::int64_t bars)
    : f_(f),
      epsilon_(epsilon),
      scale_(Rational(2 * (bars - 1)) / epsilon),
      bars_(bars) {
  assert(epsilon.sign() > 0 && bars >= 2);
}

Guarantee ExponentialAnswer::guarantee() const { return dp_of(epsilon_, 0); }

// A two-sided geometric number around the answer, given that it is a bar.
std::int64_t ExponentialAnswer::run(Bars bars, RandomSource& random) const {
  const std::int64_t answer = std::max<std::int64_t>(1, answer_in(f_, bars));
  for (;;) {
    const std::int64_t place = answer + one_laplace(scale_, random);
    if (1 <= place && place <= bars_) return place;
  }
}

double ExponentialAnswer::probability(std::int64_t answer, std::int64_t place) const {
  const auto weight = [&](std::int64_t r) {
    return std::exp(-static_cast<double>(std::abs(r - answer)) / scale_.to_double());
  };
  double total = 0;
  for (std::int64_t r = 1; r <= bars_; ++r) total += weight(r);
  return weight(place) / total;
}

double ExponentialAnswer::mean_error(std::int64_t answer) const {
  double sum = 0;
  for (std::int64_t r = 1; r <= bars_; ++r)
    sum += static_cast<double>(std::abs(r - answer)) * probability(answer, r);
  return sum;
}

StableAnswer::StableAnswer(BarAnswer f, const Rational& epsilon, const Rational& delta)
    : f_(f), epsilon_(epsilon), threshold_(least_tail(epsilon, delta) - 1) {}

Guarantee StableAnswer::guarantee() const {
  return dp_of(epsilon_, laplace_tail_from(epsilon_, threshold_ + 1).upper());
}

std::int64_t StableAnswer::run(Bars bars, RandomSource& random) const {
  const std::int64_t stability =
      std::visit([&](const auto& f) { return stability_of(f, bars); }, f_);
  const std::int64_t noise = one_laplace(Rational(1) / epsilon_, random);
  std::uint64_t any = 0;
  random.uniform_below(std::span(&any, 1), bars.size());
  return stability > threshold_ - noise ? answer_in(f_, bars)
                                        : static_cast<std::int64_t>(any) + 1;
}

SmoothAnswer::SmoothAnswer(BarAnswer f, Rational epsilon, Rational delta,
                           ScaleLadder ladder)
    : f_(f),
      epsilon_(std::move(epsilon)),
      delta_(std::move(delta)),
      ladder_(std::move(ladder)) {}

Result<SmoothAnswer> SmoothAnswer::make(BarAnswer f, const Rational& epsilon,
                                        const Rational& delta) {
  if (epsilon.sign() <= 0 || delta.sign() <= 0 || delta > Rational(1, 2))
    return wrong("smooth sensitivity takes epsilon > 0 and delta from 0 to 1/2");
  const Rational step =
      (Interval(epsilon) / (log(Interval(Rational(2) / delta)) * Interval(2))).lower();
  if (step < Rational::power_of_two(-ScaleLadder::kBits) || step > 1)
    return wrong("smooth sensitivity has no ladder of such steps");
  return SmoothAnswer(f, epsilon, delta, ScaleLadder(step));
}

Guarantee SmoothAnswer::guarantee() const { return dp_of(epsilon_, delta_); }

Rational SmoothAnswer::smooth_sensitivity(
    std::span<const std::int64_t> least_edits) const {
  std::int64_t highest = 0;
  for (std::size_t i = 0; i < least_edits.size(); ++i)
    highest = std::max(
        highest, ladder_.index(static_cast<std::int64_t>(i) + 1) - least_edits[i]);
  return ladder_.at(highest);
}

std::int64_t SmoothAnswer::run(Bars bars, RandomSource& random) const {
  return run(bars, least_edits_in(f_, bars), random);
}

std::int64_t SmoothAnswer::run(Bars bars, std::span<const std::int64_t> least_edits,
                               RandomSource& random) const {
  const Rational scale = smooth_sensitivity(least_edits) * 2 / epsilon_;
  return std::clamp<std::int64_t>(answer_in(f_, bars) + one_laplace(scale, random), 0,
                                  static_cast<std::int64_t>(bars.size()));
}

StabilityHistogram::StabilityHistogram(const Rational& epsilon, const Rational& delta,
                                       int part)
    : epsilon_(epsilon / part), threshold_(1 + least_tail(epsilon_, delta / part)) {}

Guarantee StabilityHistogram::guarantee() const {
  return dp_of(epsilon_, laplace_tail_from(epsilon_, threshold_ - 1).upper());
}

std::vector<std::int64_t> StabilityHistogram::run(Bars bars,
                                                  RandomSource& random) const {
  std::vector<std::int64_t> noise(bars.size());
  random.discrete_laplace(noise, Rational(1) / epsilon_);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const std::int64_t noisy = bars[i] + noise[i];
    noise[i] = bars[i] > 0 && noisy >= threshold_ ? noisy : 0;
  }
  return noise;
}

}  // namespace selvage
