#include "selvage/experiment/rivals/chosen_bars.hpp"

#include <algorithm>

#include "selvage/base/errors.hpp"
#include "selvage/experiment/rivals/scored_law.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostRounds = 1000;
constexpr int kRoundBits = 30;  // of the epsilon of a round

// What 2 T steps of e each cost, but for delta / 2. [DRV10]
Interval composed(std::int64_t rounds, const Rational& e, const Rational& delta) {
  const Interval wide = Interval(4 * rounds) * log(Interval(Rational(2) / delta));
  return exp(log(wide) / 2) * e + Interval(e * (2 * rounds)) * expm1(Interval(e));
}

std::int64_t one_of(const Rational& scale, RandomSource& random) {
  std::int64_t noise = 0;
  random.discrete_laplace(std::span(&noise, 1), scale);
  return noise;
}

}  // namespace

ChosenBars::ChosenBars(Parameters parameters, std::int64_t rounds, Rational round,
                       std::int64_t threshold)
    : parameters_(std::move(parameters)),
      rounds_(rounds),
      round_(std::move(round)),
      threshold_(threshold) {}

Result<ChosenBars> ChosenBars::make(const Parameters& p) {
  if (p.epsilon.sign() <= 0 || p.epsilon > 20 || p.delta.sign() <= 0 ||
      p.delta > Rational(1, 2))
    return wrong("SanPoints takes epsilon from 0 to 20 and delta from 0 to 1/2");
  if (p.share.sign() <= 0 || p.failure.sign() <= 0 || p.failure > 1 ||
      Rational(2) / p.share > kMostRounds)
    return wrong("SanPoints takes a share that makes 1 to 1000 rounds");
  const std::int64_t rounds = (Rational(2) / p.share).ceil().to_int64().value();
  // The largest step of 2^-30 that is allowed.
  std::int64_t low = 0, high = std::int64_t{20} << kRoundBits;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    const Rational e = Rational(middle) * Rational::power_of_two(-kRoundBits);
    (composed(rounds, e, p.delta).upper() <= p.epsilon ? low : high) = middle;
  }
  if (low == 0) return wrong("SanPoints has no rounds of so small an epsilon");
  const Rational round = Rational(low) * Rational::power_of_two(-kRoundBits);
  const Rational round_delta = p.delta / (2 * rounds);
  const Interval threshold =
      Interval(Rational(8) / round) *
      log(Interval(Rational(4) / (p.failure * round * round_delta)));
  return ChosenBars(p, rounds, round,
                    p.all_compete ? 0 : threshold.upper().ceil().to_int64().value());
}

Guarantee ChosenBars::guarantee() const {
  return {DpPromise{parameters_.epsilon, parameters_.delta}};
}

Interval ChosenBars::choice_delta() const {
  if (parameters_.all_compete) return Interval(0);
  return exp(Interval(round_ * (1 - threshold_) / 4));
}

std::vector<std::int64_t> ChosenBars::run(Bars bars, RandomSource& random) const {
  std::vector<std::int64_t> published(bars.size(), 0);
  std::vector<bool> chosen(bars.size(), false);
  for (std::int64_t round = 0; round < rounds_; ++round) {
    std::vector<std::size_t> candidates;
    std::vector<std::int64_t> missing;  // a higher bar misses less
    std::int64_t best = 0;
    for (std::size_t i = 0; i < bars.size(); ++i) {
      if (chosen[i] || (bars[i] == 0 && !parameters_.all_compete)) continue;
      best = std::max(best, bars[i]);
      candidates.push_back(i);
      missing.push_back(-bars[i]);
    }
    if (!parameters_.all_compete &&
        best + one_of(Rational(4) / round_, random) < threshold_)
      break;
    if (candidates.empty()) break;
    std::int64_t place = 0;
    random.draw(std::span(&place, 1),
                std::make_shared<const ScoredLaw>(round_ / 4, std::move(missing)));
    const std::size_t bar = candidates[static_cast<std::size_t>(place)];
    chosen[bar] = true;
    published[bar] =
        std::max<std::int64_t>(0, bars[bar] + one_of(Rational(1) / round_, random));
  }
  return published;
}

}  // namespace selvage
