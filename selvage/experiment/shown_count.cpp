#include "selvage/experiment/shown_count.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/mechanism/outlier/law/discrete_laplace.hpp"
#include "selvage/mechanism/outlier/law/rounding.hpp"
#include "selvage/mechanism/outlier/law/staircase_accuracy.hpp"
#include "selvage/mechanism/outlier/law/staircase_law.hpp"

namespace selvage {
namespace {

const Rational kOutside = *Rational::parse("1e-24");  // mass outside the windows

Rational epsilon_of(const LaplaceNoise& noise) { return Rational(1) / noise.scale; }

// Sum of P(j >= m | k) over m >= first: term by term up to where q is the same for
// all, and from there a geometric series. Requires first > k.
Interval tails_from(const WarpedGeometric& law, std::int64_t k, std::int64_t first) {
  Interval sum(0);
  for (; first <= law.knee(); ++first) sum = sum + law.at_least(k, first);
  return sum + law.at_least(k, first) / (Interval(1) - law.q(first));
}

// Outputs up to the limit err by k instead of |j - k|.
Interval error_with_zeros(const WarpedGeometric& law, std::int64_t limit,
                          std::int64_t k) {
  const Interval hidden = law.at_most(k, limit) * Rational(k);
  if (k <= limit)
    return hidden + law.at_least(k, limit + 1) * Rational(limit + 1 - k) +
           tails_from(law, k, limit + 2);
  // E(k - j; j <= limit) = (k - limit) P(j <= limit) + sum of P(j <= m), m < limit.
  Interval below = law.at_most(k, limit) * Rational(k - limit);
  for (std::int64_t m = law.least(); m < limit; ++m) below = below + law.at_most(k, m);
  return hidden + law.mean_absolute_error(k) - below;
}

Result<Interval> mass_from(const Staircase& staircase, std::int64_t count,
                           std::int64_t least) {
  const auto law = StaircaseLaw::make(staircase, kOutside);
  if (!law) return law.error();
  long double sum = 0;
  for (const FlaggedMasses& part : law->at(count).parts)
    for (std::size_t i = 0; i < part.mass.size(); ++i)
      if (part.low + static_cast<std::int64_t>(i) >= least) sum += part.mass[i];
  // All terms are positive: a sum of them is true to the same factor.
  return between(sum * (1 - 2 * law->gamma()),
                 std::min(1.0L, sum * (1 + 2 * law->gamma()) + law->missing()));
}

}  // namespace

std::shared_ptr<const CellNoise> cell_noise(const ShownNoise& noise) {
  if (const auto* laplace = std::get_if<LaplaceNoise>(&noise))
    return added_noise(*laplace);
  if (const auto* staircase = std::get_if<StaircaseNoise>(&noise))
    return replacing_noise(*staircase);
  return replacing_noise(std::get<WarpedNoise>(noise));
}

std::int64_t seen(const ShownCount& shown, std::int64_t output) {
  if (output == kSuppressed) return 0;
  return shown.zero_up_to && output <= *shown.zero_up_to ? 0 : output;
}

Result<Interval> mean_absolute_error(const ShownCount& shown, std::int64_t count) {
  assert(!shown.zero_up_to || std::holds_alternative<WarpedNoise>(shown.noise));
  if (const auto* laplace = std::get_if<LaplaceNoise>(&shown.noise))
    return laplace_mean_absolute(epsilon_of(*laplace));
  if (const auto* staircase = std::get_if<StaircaseNoise>(&shown.noise))
    return mean_absolute_error(staircase->law, count);
  const auto& law = *std::get<WarpedNoise>(shown.noise).law;
  return shown.zero_up_to ? error_with_zeros(law, *shown.zero_up_to, count)
                          : law.mean_absolute_error(count);
}

Result<Interval> seen_at_least(const ShownCount& shown, std::int64_t count,
                               std::int64_t least) {
  assert(least >= 1);
  if (const auto* laplace = std::get_if<LaplaceNoise>(&shown.noise))
    return laplace_above(epsilon_of(*laplace), least - 1 - count);
  if (const auto* staircase = std::get_if<StaircaseNoise>(&shown.noise))
    return mass_from(staircase->law, count, least);
  const auto& law = *std::get<WarpedNoise>(shown.noise).law;
  return law.at_least(count, std::max(least, shown.zero_up_to.value_or(-1) + 1));
}

}  // namespace selvage
