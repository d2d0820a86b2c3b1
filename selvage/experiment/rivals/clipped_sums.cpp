#include "selvage/experiment/rivals/clipped_sums.hpp"

#include <cassert>
#include <cstdlib>

#include "selvage/base/errors.hpp"
#include "selvage/base/int128.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

// Sums are kept within this, noise within kMaxNoise.
constexpr std::int64_t kLargestSum = std::int64_t{1} << 61;

std::optional<Error> clipping_fault(const ClippedParameters& p) {
  if (p.epsilon.sign() <= 0) return wrong_field("epsilon", "`epsilon` is not above 0");
  if (p.bounds.lower >= p.bounds.upper)
    return wrong_field("bounds", "`bounds` hold no two numbers");
  if (!fits_sampler(Rational(p.bounds.width()) * 2 / p.epsilon))
    return wrong_field("bounds", "`bounds` are too far apart for this `epsilon`");
  return std::nullopt;
}

std::int64_t sum_from(SortedRows rows, const CodeBounds& bounds, std::int64_t origin) {
  Int128 sum = 0;
  for (const std::int64_t row : rows) sum += bounds.clamped(row) - origin;
  return static_cast<std::int64_t>(std::clamp<Int128>(sum, -kLargestSum, kLargestSum));
}

std::int64_t laplace_noise(const Rational& scale, RandomSource& random) {
  std::int64_t noise = 0;
  random.discrete_laplace(std::span(&noise, 1), scale);
  return noise;
}

}  // namespace

Result<ClippedMean> ClippedMean::make(const ClippedParameters& parameters) {
  if (auto fault = clipping_fault(parameters)) return *std::move(fault);
  return ClippedMean(parameters);
}

Guarantee ClippedMean::guarantee() const { return {DpPromise{parameters_.epsilon, 0}}; }

std::int64_t ClippedMean::middle() const {
  return parameters_.bounds.lower + parameters_.bounds.width() / 2;
}

ClippedMean::Noisy ClippedMean::run(SortedRows rows, RandomSource& random) const {
  const Rational share = parameters_.epsilon / 2;
  const std::int64_t half_width = parameters_.bounds.upper - middle();
  return {sum_from(rows, parameters_.bounds, middle()) +
              laplace_noise(Rational(half_width) / share, random),
          static_cast<std::int64_t>(rows.size()) +
              laplace_noise(Rational(1) / share, random)};
}

std::int64_t ClippedMean::mean(const Noisy& noisy) const {
  const Rational above =
      (Rational(noisy.sum) / std::max<std::int64_t>(1, noisy.rows) + Rational(1, 2))
          .floor();
  const Rational clamped =
      std::clamp(above + middle(), Rational(parameters_.bounds.lower),
                 Rational(parameters_.bounds.upper));
  return clamped.to_int64().value();
}

Result<ClippedSum> ClippedSum::make(const ClippedParameters& parameters) {
  if (auto fault = clipping_fault(parameters)) return *std::move(fault);
  return ClippedSum(parameters);
}

Guarantee ClippedSum::guarantee() const { return {DpPromise{parameters_.epsilon, 0}}; }

std::int64_t ClippedSum::run(SortedRows rows, RandomSource& random) const {
  const auto& [lower, upper] = parameters_.bounds;
  const std::int64_t change = std::max(std::abs(lower), std::abs(upper));
  return sum_from(rows, parameters_.bounds, 0) +
         laplace_noise(Rational(change) / parameters_.epsilon, random);
}

}  // namespace selvage
