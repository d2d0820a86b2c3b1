#include "selvage/projection/empty_threshold.hpp"

#include "selvage/base/interval.hpp"

namespace selvage {
namespace {

const Rational kSurvives = Rational(1, 20);  // that any empty cell does

// A bound on the chance that noise reaches t: q^t/(1+q) for Laplace, exactly, and
// exp(-t^2/(2 variance)) for Gaussian noise.
Interval chance_of(NoiseShape shape, const Rational& parameter, std::int64_t t) {
  if (shape == NoiseShape::laplace)
    return exp(Interval(Rational(-t) / parameter)) /
           (Interval(1) + exp(Interval(Rational(-1) / parameter)));
  return exp(Interval(Rational(-t) * t / (parameter * 2)));
}

}  // namespace

std::int64_t empty_threshold(NoiseShape shape, const Rational& parameter,
                             std::uint64_t cells) {
  const Rational most = kSurvives / Rational::from_uint64(cells);
  const auto small = [&](std::int64_t t) {
    return surely_at_most(chance_of(shape, parameter, t), most);
  };
  std::int64_t low = 0, high = 1;
  for (; high < (std::int64_t{1} << 60) && !small(high); high *= 2) low = high;
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    (small(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace selvage
