// Failures before the first success of coins with probability p, a fraction or exp(-x),
// all at once:
// g = floor(E / rate), E exponential, rate = -ln(1-p). Digits of E are drawn until
// certified bounds of the quotient leave one g, so that nothing is rounded. Theory:
// T11.
#pragma once
#include "selvage/random/inversion/real_bounds.hpp"
#include "selvage/random/sampling/reference_samplers.hpp"

namespace selvage {

class FailuresBefore {
 public:
  static constexpr unsigned kWidth = 62;  // binary places of E in one digit

  enum class Coin { probability, exp_minus };
  // Coins of probability p, 0 < p < 1, or exp(-x), x > 0.
  FailuresBefore(Coin kind, const Rational& parameter);
  bool is(Coin kind, const Rational& parameter) const {
    return kind == kind_ && parameter == parameter_;
  }

  // min(floor(e / rate), kMaxNoise), if it is surely the same for all that e can be.
  std::optional<std::int64_t> at(const PartialReal& e) const;

 private:
  Coin kind_;
  Rational parameter_;
  RealBounds first_rate_;  // as precise as one digit of E needs
};

// Coins of probability a/n * 2^-places, so that exp(-a/n 2^-places) is a loop of them.
template <class Draws>
struct FineCoins {
  Draws& draws;
  unsigned places;
  bool coin(Uint128 a, Uint128 n) {
    for (unsigned left = places; left > 0;) {
      const unsigned step = std::min(left, 62u);
      if (!draws.coin(1, Uint128{1} << step)) return false;
      left -= step;
    }
    return draws.coin(a, n);
  }
};

// The next digit of E, `places` of which are known: P(d) proportional to
// exp(-d / 2^(places + width)), given that the round accepts. [T11]
template <class Draws>
std::optional<std::uint64_t> exponential_digit_round(Draws& draws, unsigned places,
                                                     unsigned width) {
  const Uint128 size = Uint128{1} << width;
  const Uint128 digit = draws.below(size);
  FineCoins<Draws> fine{draws, places};
  if (!bernoulli_exp_by_coins(fine, {digit, size})) return std::nullopt;
  return static_cast<std::uint64_t>(digit);
}

// The first digit of E, its whole part included, is geometric of scale 2^width; a round
// ends with nothing if this one is refused. The tests read narrow digits.
template <class Draws>
std::optional<std::int64_t> failures_before_round(
    Draws& draws, const FailuresBefore& law, unsigned width = FailuresBefore::kWidth) {
  const auto first = geometric_round(draws, {Uint128{1} << width, 1});
  if (!first) return std::nullopt;
  PartialReal e(*first, width);
  for (;;) {
    if (const auto failures = law.at(e)) return failures;
    e.append(first_accepted(
                 [&] { return exponential_digit_round(draws, e.places(), width); }),
             width);
  }
}

}  // namespace selvage
