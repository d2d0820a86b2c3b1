// The exact samplers of [CKS20], by uniform integers and coins: slow, obviously right.
// `Draws` offers below, coin and exp_minus (WordDraws, or the outcome tree of
// outcome/). Theory: T1 (Bernoulli), T2 (discrete Laplace), T3 (discrete Gaussian).
#pragma once
#include <algorithm>
#include <cassert>
#include <optional>

#include "selvage/base/rational.hpp"
#include "selvage/random/random_source.hpp"
#include "selvage/random/sampling/bernoulli_exp.hpp"

namespace selvage {

Fraction to_fraction(const Rational& x);

// True with probability exp(-x), x >= 0: whole steps of exp(-1), then the rest.
template <class Draws>
bool reference_bernoulli_exp(Draws& draws, const Rational& x) {
  const Rational whole = x.floor();
  const Fraction rest = to_fraction(x - whole);
  for (Rational step = 0; step < whole; step = step + 1)
    if (!draws.exp_minus({1, 1})) return false;
  return draws.exp_minus(rest);
}

// Each sampler repeats a round until one accepts; a round's law, given that it accepts,
// is the sampler's. So a round is all there is to verify.
template <class Round>
auto first_accepted(Round round) {
  for (;;)
    if (const auto accepted = round()) return *accepted;
}

// P(g) = (1-q) q^g, q = exp(-1/scale), scale = t/s: U + tV is geometric of scale t,
// and its quotient by s geometric of scale t/s. [T2]
template <class Draws>
std::optional<Uint128> geometric_round(Draws& draws, Fraction scale) {
  const auto [t, s] = scale;
  const Uint128 u = draws.below(t);
  if (!draws.exp_minus({u, t})) return std::nullopt;
  Uint128 v = 0;
  while (draws.exp_minus({1, 1})) ++v;
  return (u + t * v) / s;
}

// A fair sign, with "minus zero" refused, makes it two-sided. [T2]
template <class Draws>
std::optional<std::int64_t> discrete_laplace_round(Draws& draws, Fraction scale) {
  const auto size = geometric_round(draws, scale);
  if (!size) return std::nullopt;
  const bool negative = draws.coin(1, 2);
  if (negative && *size == 0) return std::nullopt;
  const auto capped =
      static_cast<std::int64_t>(std::min(*size, static_cast<Uint128>(kMaxNoise)));
  return negative ? -capped : capped;
}

// From discrete Laplace of scale t = floor(sigma) + 1, y is accepted with probability
// exp(-(|y| - variance/t)^2 / (2 variance)). [T3]
template <class Draws>
std::optional<std::int64_t> discrete_gaussian_round(Draws& draws,
                                                    const Rational& variance) {
  const std::int64_t t = floor_sqrt(variance) + 1;
  const auto y =
      discrete_laplace_round(draws, Fraction{static_cast<Uint128>(t), Uint128{1}});
  if (!y) return std::nullopt;
  const Rational gap = absolute(Rational(*y)) - variance / t;
  if (!reference_bernoulli_exp(draws, gap * gap / (variance * 2))) return std::nullopt;
  return y;
}

}  // namespace selvage
