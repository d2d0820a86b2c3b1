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

// What one count errs by: the mass of the values with each error, and of no value.
struct ErrorMasses {
  std::vector<long double> by_error;
  long double suppressed = 0, told = 0;

  // The least r such that the values with larger errors have at most that mass.
  std::int64_t least(long double most) const {
    long double above = 0;
    for (std::size_t r = by_error.size(); r-- > 0; above += by_error[r])
      if (above + by_error[r] > most) return static_cast<std::int64_t>(r);
    return 0;
  }
};

ErrorMasses error_masses(const StaircaseLaw& law, std::int64_t count) {
  ErrorMasses masses;
  for (const FlaggedMasses& part : law.at(count).parts) {
    masses.suppressed += part.suppressed;
    for (std::size_t i = 0; i < part.mass.size(); ++i) {
      const auto error = static_cast<std::size_t>(
          std::abs(part.low + static_cast<std::int64_t>(i) - count));
      if (error >= masses.by_error.size()) masses.by_error.resize(error + 1);
      masses.by_error[error] += part.mass[i];
      masses.told += part.mass[i];
    }
  }
  return masses;
}

// The mass that computed masses may have where the true ones have beta at most.
long double allowed_mass(const StaircaseLaw& law, const Rational& beta) {
  return (rounded_down(Interval(beta)) - law.missing()) * (1 - 3 * law.gamma());
}

Outcome check_beta(const Rational& beta) {
  if (beta < kLeastBeta || beta >= 1)
    return wrong(fmt::format("beta {} is not in 1e-12..1", beta.short_text()));
  return Done{};
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

namespace {

// The masses of errors, and how much of them may lie beyond a bound.
struct AllowedErrors {
  ErrorMasses masses;
  long double allowed;
};

Result<AllowedErrors> allowed_errors(const Staircase& staircase, std::int64_t count,
                                     const Rational& beta) {
  if (const auto good = check_beta(beta); !good) return good.error();
  const auto law = law_at(staircase, count);
  if (!law) return law.error();
  const ErrorMasses masses = error_masses(*law, count);
  const long double allowed = allowed_mass(*law, beta);
  return AllowedErrors{masses, allowed};
}

}  // namespace

Result<std::int64_t> error_bound(const Staircase& staircase, std::int64_t count,
                                 const Rational& beta) {
  const auto at = allowed_errors(staircase, count, beta);
  if (!at) return at.error();
  const auto& [masses, allowed] = *at;
  // The suppressed have the error `count`: r is at least that, or they are few.
  const std::int64_t with = std::max(count, masses.least(allowed));
  if (masses.suppressed == 0) return masses.least(allowed);
  return masses.suppressed > allowed
             ? with
             : std::min(with, masses.least(allowed - masses.suppressed));
}

Result<std::int64_t> told_error_bound(const Staircase& staircase, std::int64_t count,
                                      const Rational& beta) {
  const auto at = allowed_errors(staircase, count, beta);
  if (!at) return at.error();
  const auto& [masses, allowed] = *at;
  return masses.told <= allowed ? -1 : masses.least(allowed);
}

}  // namespace selvage
