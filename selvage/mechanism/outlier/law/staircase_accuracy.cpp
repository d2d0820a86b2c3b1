#include "selvage/mechanism/outlier/law/staircase_accuracy.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/outlier/law/discrete_laplace.hpp"
#include "selvage/mechanism/outlier/law/rounding.hpp"
#include "selvage/mechanism/outlier/law/staircase_law.hpp"

namespace selvage {
namespace {

const Rational kFine = *Rational::parse("1e-24");
const Rational kLeastBeta = *Rational::parse("1e-12");

Result<StaircaseLaw> law_at(Staircase staircase, std::int64_t count) {
  if (count < 0 || count > kMostCount)
    return wrong(fmt::format("the count {} is not in 0..2^53", count));
  staircase.flags = false;  // the error does not depend on what is told with the value
  return StaircaseLaw::make(staircase, kFine);
}

// E(|error|; a noise leaves its window) <= E((count + sum |Z_i|); some |Z_j| > R_j),
// and the noises are independent.
Interval mean_outside(const StaircaseLaw& law, std::int64_t count) {
  struct Noise {
    Rational epsilon;
    std::int64_t reach;
  };
  std::vector<Noise> noises;
  const Staircase& staircase = law.staircase();
  if (!staircase.first.is_infinite())
    noises.push_back({staircase.first.finite(), law.reach(0)});
  for (std::size_t i = 0; i < staircase.levels.size(); ++i)
    if (staircase.levels[i].epsilon.sign() > 0)
      noises.push_back({staircase.levels[i].epsilon, law.reach(i + 1)});
  Interval usual{Rational(count)}, outside(0);
  for (const Noise& noise : noises)
    usual = usual + laplace_mean_absolute(noise.epsilon);
  for (const Noise& noise : noises)
    outside = outside + usual * laplace_above(noise.epsilon, noise.reach) * 2 +
              laplace_mean_above(noise.epsilon, noise.reach) * 2;
  return outside;
}

}  // namespace

Result<Interval> mean_absolute_error(const Staircase& staircase, std::int64_t count) {
  const auto law = law_at(staircase, count);
  if (!law) return law.error();
  long double sum = 0;
  for (const FlaggedMasses& part : law->at(count).parts) {
    sum += static_cast<long double>(count) * part.suppressed;
    for (std::size_t i = 0; i < part.mass.size(); ++i)
      sum += part.mass[i] * static_cast<long double>(std::abs(
                                part.low + static_cast<std::int64_t>(i) - count));
  }
  const long double g = 3 * law->gamma();
  return between(sum * (1 - g), sum * (1 + g) + rounded_up(mean_outside(*law, count)));
}

Result<std::int64_t> error_bound(const Staircase& staircase, std::int64_t count,
                                 const Rational& beta) {
  if (beta < kLeastBeta || beta >= 1)
    return wrong(fmt::format("beta {} is not in 1e-12..1", beta.short_text()));
  const auto law = law_at(staircase, count);
  if (!law) return law.error();
  long double suppressed = 0;
  std::vector<long double> by_error;  // mass of the values with that error
  for (const FlaggedMasses& part : law->at(count).parts) {
    suppressed += part.suppressed;
    for (std::size_t i = 0; i < part.mass.size(); ++i) {
      const auto error = static_cast<std::size_t>(
          std::abs(part.low + static_cast<std::int64_t>(i) - count));
      if (error >= by_error.size()) by_error.resize(error + 1);
      by_error[error] += part.mass[i];
    }
  }
  const long double allowed =
      (rounded_down(Interval(beta)) - law->missing()) * (1 - 3 * law->gamma());
  // The least r such that the values with larger errors have at most that mass.
  const auto least = [&](long double most) {
    long double above = 0;
    for (std::size_t r = by_error.size(); r-- > 0; above += by_error[r])
      if (above + by_error[r] > most) return static_cast<std::int64_t>(r);
    return std::int64_t{0};
  };
  // The suppressed have the error `count`: r is at least that, or they are few.
  const std::int64_t with = std::max(count, least(allowed));
  if (suppressed == 0) return least(allowed);
  return suppressed > allowed ? with : std::min(with, least(allowed - suppressed));
}

}  // namespace selvage
