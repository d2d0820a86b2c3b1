// Whole noise that is added to whole numbers, each number with a draw of its own, by
// one loop for all cells: out[i] = number[i] + Z[i] (privacy: T4, T25; error: T5, T33).
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "selvage/random/random_source.hpp"

namespace selvage {

// P(z) = (1-q)/(1+q) q^|z|, q = exp(-1/scale).
struct LaplaceNoise {
  Rational scale;
};
// P(z) proportional to exp(-z^2 / (2 variance)).
struct GaussianNoise {
  Rational variance;
};
using Noise = std::variant<LaplaceNoise, GaussianNoise>;

// In place. Cannot fail. Requires that the samplers take the parameter.
void add_noise(const Noise& noise, std::span<std::int64_t> numbers,
               RandomSource& random);

// With probability >= 1 - beta one number errs by at most this. No smaller bound does
// it, but for one in 10^9 where Gaussian noise has a standard deviation above 128. [T5,
// T83] Requires 0 < beta < 1.
std::int64_t error_bound(const Noise& noise, const Rational& beta);
// The same for the sum of `count` numbers, each with noise of its own. The least bound
// for Laplace noise, and nearly for Gaussian noise of a deviation from 3 on. [T82, T83]
// Requires count >= 1.
std::int64_t sum_error_bound(const Noise& noise, std::int64_t count,
                             const Rational& beta);
// E|Z|, rounded up. [T5, T33]
Rational mean_absolute_error(const Noise& noise);

std::string noise_name(const Noise& noise);  // "discrete_laplace"
// The name and the text of its parameter: "scale", "2.25".
std::pair<std::string, std::string> noise_parameter(const Noise& noise);
// The noise of that name and parameter; none if the program never adds such noise.
std::optional<Noise> read_noise(const std::string& name, const std::string& parameter);

// Released numbers lie within this; further ones could not be told from the sampler's
// cap. [T4]
inline constexpr std::int64_t kMaxRelease = kMaxNoise / 2;
// The largest noise that leaves room for data and bounds beside it.
inline const Rational kMostMeanError = Rational::power_of_two(45);

// The least scale, and the least variance, that is at least this and that the samplers
// take. Rounding up only adds noise. Nothing if there is none.
std::optional<LaplaceNoise> laplace_noise(const Rational& scale);
std::optional<GaussianNoise> gaussian_noise(const Rational& variance);

}  // namespace selvage
