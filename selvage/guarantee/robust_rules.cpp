// The rules of robust privacy.
#include <algorithm>
#include <cmath>

#include "selvage/guarantee/robust.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

const Rational kMostScale = *Rational::parse("1e15");
const Rational kLeastRobustScale(1, 50);  // next to no noise
const Rational kMostRobustEpsilon = 100;
constexpr std::int64_t kMostMoved = 1'000'000'000'000'000;

Interval power_of_noise(const Rational& scale, std::int64_t exponent) {
  return exp(Interval(Rational(exponent) / scale));
}

// Beyond this exp is no number worth having.
bool is_measurable(const Rational& scale, std::int64_t moved, std::int64_t window) {
  return scale > 0 && scale <= kMostScale && moved >= 0 && moved <= kMostMoved &&
         window >= 0 && window <= kMostMoved &&
         Rational(moved + window) / scale <= kMostRobustEpsilon * 2;
}

Result<Guarantee> conclude_robust_noise(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises) {
  const RobustNoise noise{number_in(inputs, "rho"),
                          number_in(inputs, "theta"),
                          number_in(inputs, "unit"),
                          number_in(inputs, "scale"),
                          number_in(inputs, "window").to_int64().value_or(-1),
                          number_in(inputs, "epsilon"),
                          number_in(inputs, "delta")};
  if (!premises.empty() || noise.rho.sign() < 0 || noise.theta.sign() < 0 ||
      noise.theta >= 1 || noise.unit.sign() <= 0 ||
      noise.rho > noise.unit * kMostMoved || noise.scale.sign() <= 0 ||
      noise.epsilon.sign() < 0 || noise.epsilon > kMostRobustEpsilon ||
      noise.delta.sign() < 0 ||
      !is_measurable(noise.scale, noise.moved(), noise.window))
    return misapplied(
        "robust_noise takes rho >= 0, theta from 0 to below 1, unit > 0, scale > 0, a "
        "whole window, and no premises");
  // Of equal laws nothing has to be computed.
  const bool exact = noise.moved() == 0 && noise.window == 0;
  if (!exact && !surely_at_most(robust_ratio(noise.scale, noise.moved(), noise.window),
                                exp(Interval(noise.epsilon))))
    return misapplied("robust_noise needs a larger epsilon for such noise");
  if (noise.theta.sign() > 0 &&
      (noise.window == 0 ? noise.theta > noise.delta
                         : !surely_at_most(robust_loss(noise.scale, noise.window) *
                                               Interval(noise.theta),
                                           Interval(noise.delta))))
    return misapplied("robust_noise needs a larger delta for such noise");
  return Guarantee{RobustPromise{noise.rho, noise.theta, noise.epsilon, noise.delta},
                   Neighbours::add_remove_person};
}

Result<Guarantee> conclude_after_any_step(const Inputs&,
                                          const std::vector<Guarantee>& premises) {
  if (premises.size() != 1 ||
      !std::holds_alternative<RobustPromise>(premises[0].promise))
    return misapplied("robust_after_any_step takes one robust promise");
  return premises[0];
}

// Up to so many digits.
Rational digits_above(const Rational& x, std::int64_t digits) {
  Rational unit = 1, most = 1;
  for (std::int64_t i = 0; i < digits; ++i) most = most * 10;
  while (x >= unit * most) unit = unit * 10;
  while (x * 10 < unit * most) unit = unit / 10;
  return (x / unit).ceil() * unit;
}

}  // namespace

std::int64_t RobustNoise::moved() const {
  return (rho / unit).floor().to_int64().value();
}

// (e^{(w+m)h} - e^{-(w+m+1)h}) / (1 + a - 2 a^{w+1}), a = e^{-h}.
Interval robust_ratio(const Rational& scale, std::int64_t moved, std::int64_t window) {
  return (power_of_noise(scale, window + moved) -
          power_of_noise(scale, -(window + moved + 1))) /
         (Interval(1) + power_of_noise(scale, -1) -
          Interval(2) * power_of_noise(scale, -(window + 1)));
}

// (2w+1)(1-a) / (1 + a - 2 a^{w+1}).
Interval robust_loss(const Rational& scale, std::int64_t window) {
  const Interval a = power_of_noise(scale, -1);
  return Interval(2 * window + 1) * (Interval(1) - a) /
         (Interval(1) + a - Interval(2) * power_of_noise(scale, -(window + 1)));
}

// That of continuous noise, ln(1 + v) scales, and its neighbours.
std::int64_t robust_window(const Rational& scale, std::int64_t moved) {
  const double s = scale.to_double(), r = static_cast<double>(moved) / s;
  const double near = s * std::log1p(std::sqrt(-std::expm1(-2 * r)));
  const auto ratio = [&](std::int64_t window) {
    const double w = static_cast<double>(window), m = static_cast<double>(moved);
    return (std::exp((w + m) / s) - std::exp(-(w + m + 1) / s)) /
           (1 + std::exp(-1 / s) - 2 * std::exp(-(w + 1) / s));
  };
  std::int64_t best = std::max<std::int64_t>(0, static_cast<std::int64_t>(near) - 2);
  for (std::int64_t more = best + 1; more <= static_cast<std::int64_t>(near) + 2;
       ++more)
    if (ratio(more) < ratio(best)) best = more;
  return best;
}

Result<Derivation> robust_noise(const RobustNoise& noise) {
  return derive("robust_noise",
                {{"rho", noise.rho},
                 {"theta", noise.theta},
                 {"unit", noise.unit},
                 {"scale", noise.scale},
                 {"window", Rational(noise.window)},
                 {"epsilon", noise.epsilon},
                 {"delta", noise.delta}},
                {});
}

std::optional<RobustNoise> least_robust_noise(const Rational& rho,
                                              const Rational& theta,
                                              const Rational& unit,
                                              const Rational& epsilon) {
  if (unit.sign() <= 0 || rho.sign() < 0 || rho > unit * kMostMoved ||
      epsilon.sign() <= 0 || epsilon > kMostRobustEpsilon)
    return std::nullopt;
  RobustNoise noise{rho, theta, unit, kLeastRobustScale, 0, epsilon, theta};
  const std::int64_t moved = noise.moved();
  if (moved == 0) return noise;
  const auto keeps = [&](const Rational& scale) {
    const std::int64_t window = robust_window(scale, moved);
    return is_measurable(scale, moved, window) &&
           surely_at_most(robust_ratio(scale, moved, window), exp(Interval(epsilon)));
  };
  Rational power = *Rational::parse("0.001");
  while (!keeps(power * 10)) {
    power = power * 10;
    if (power >= kMostScale) return std::nullopt;
  }
  // power is too little, ten times of it is enough: four digits between them.
  std::int64_t low = 1000, high = 10000;
  const Rational step = power / 1000;
  while (high - low > 1) {
    const std::int64_t middle = (low + high) / 2;
    (keeps(step * middle) ? high : low) = middle;
  }
  noise.scale = std::max(step * high, kLeastRobustScale);
  noise.window = robust_window(noise.scale, moved);
  if (noise.window > 0 && theta.sign() > 0)
    noise.delta = digits_above(
        (robust_loss(noise.scale, noise.window) * Interval(theta)).upper(), 6);
  return noise;
}

Result<Derivation> after_any_step(Derivation robust) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(robust));
  return derive("robust_after_any_step", {}, std::move(premises));
}

std::span<const Rule> robust_rules() {
  static const Rule kRules[] = {
      {"robust_noise",
       "T214",
       "whole numbers whose laws are close cannot be told apart behind such noise",
       {"rho", "theta", "unit", "scale", "window", "epsilon", "delta"},
       conclude_robust_noise},
      {"robust_after_any_step",
       "T215",
       "robustness sees outputs only, so any step before costs nothing",
       {},
       conclude_after_any_step},
  };
  return kRules;
}

}  // namespace selvage
