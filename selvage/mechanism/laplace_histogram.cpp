#include "selvage/mechanism/laplace_histogram.hpp"

#include <string.h>  // explicit_bzero

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/base/interval.hpp"

namespace selvage {
namespace {

// Smaller epsilons mean noise of a thousand million rows, larger ones no privacy.
const Rational kLeastEpsilon(1, 1'000'000'000);
const Rational kMostEpsilon(1000);
constexpr std::int64_t kMostRows = 1'000'000;
constexpr unsigned kScaleBits = 20;  // a scale with longer terms is rounded up

// Clamping a count is 1-Lipschitz and clamping a release is post-processing, so neither
// costs privacy. The samplers cap |Z| at kMaxNoise = 2^62; with these two limits a
// capped Z always lands on +-kMaxRelease and the cap cannot be seen.
constexpr std::int64_t kMaxCount = kMaxNoise / 4;
constexpr std::int64_t kMaxRelease = kMaxNoise / 2;

const Rational kUsualBeta(1, 20);
const Rational kLeastShownError(1, 1'000'000);  // nobody reads 1e-434

}  // namespace

Result<LaplaceHistogram> LaplaceHistogram::make(const Parameters& p) {
  if (p.epsilon < kLeastEpsilon || p.epsilon > kMostEpsilon)
    return Error{ErrorKind::invalid_request,
                 fmt::format("epsilon {} is outside 1e-9 to 1000; write for example 1, "
                             "0.5 or 1/3",
                             p.epsilon.short_text())};
  if (p.rows_per_person < 1 || p.rows_per_person > kMostRows)
    return Error{ErrorKind::invalid_request,
                 fmt::format("rows per person {} is outside 1 to {}", p.rows_per_person,
                             kMostRows)};
  // Rounding the scale up only adds noise; the guarantee is that of the rounded scale.
  // At no bits it is a whole number below 10^15, which fits.
  const Rational asked = Rational(p.rows_per_person) / p.epsilon;
  Rational scale = asked;
  for (unsigned bits = kScaleBits; !fits_sampler(scale); bits -= kScaleBits / 4)
    scale = round_up(asked, bits);
  return LaplaceHistogram(scale, p.rows_per_person);
}

Derivation LaplaceHistogram::derivation() const {
  return discrete_laplace_cells(scale_, rows_per_person_);
}

// P(|Z| > t) = 2 q^(t+1) / (1+q) <= beta iff t + 1 >= scale ln(2 / ((1+q) beta)).
std::int64_t LaplaceHistogram::error_bound(const Rational& beta) const {
  assert(beta.sign() > 0 && beta < 1);
  const Interval q = exp(-(Rational(1) / scale_));
  const Interval needed = Interval(scale_) * log(Interval(2) / ((q + 1) * beta));
  const auto bound = (needed.upper().ceil() - 1).to_int64();
  return std::max<std::int64_t>(0, bound.value_or(kMaxRelease));
}

// 1 / sinh(x) = 2 / (exp(x) - exp(-x)), x = 1/scale.
Rational LaplaceHistogram::mean_absolute_error() const {
  const Rational x = Rational(1) / scale_;
  const Interval mean = Interval(2) / (expm1(x) - expm1(-x));
  return std::max(*Rational::parse(mean.upper_text(6)), kLeastShownError);
}

void LaplaceHistogram::add_noise(std::span<std::int64_t> counts,
                                 RandomSource& random) const {
  std::vector<std::int64_t> noise(counts.size());
  random.discrete_laplace(noise, scale_);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::int64_t count = std::clamp<std::int64_t>(counts[i], 0, kMaxCount);
    counts[i] = std::clamp(count + noise[i], -kMaxRelease, kMaxRelease);
  }
  explicit_bzero(noise.data(), noise.size() * sizeof noise[0]);
}

Result<Plan> plan_laplace_histogram(const Domain& domain,
                                    const LaplaceHistogram::Parameters& p) {
  const auto mechanism = LaplaceHistogram::make(p);
  if (!mechanism) return mechanism.error();
  const std::int64_t bound = mechanism->error_bound(kUsualBeta);
  return Plan{.mechanism = "discrete_laplace",
              .parameters = {{"scale", mechanism->scale().text()},
                             {"rows_per_person", std::to_string(p.rows_per_person)}},
              .domain = domain,
              .rows_per_person = p.rows_per_person,
              .derivations = {mechanism->derivation()},
              .accuracy = {{.alpha = 0,
                            .beta = bound,
                            .gamma = kUsualBeta,
                            .distortion = Distortion::none,
                            .metric = "absolute error of one count"}},
              .error = {.mean_absolute = mechanism->mean_absolute_error(),
                        .bound = bound,
                        .confidence = Rational(1) - kUsualBeta},
              .add_noise = [m = *mechanism](std::span<std::int64_t> counts,
                                            RandomSource& random) {
                m.add_noise(counts, random);
              }};
}

}  // namespace selvage
