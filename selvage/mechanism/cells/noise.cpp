#include "selvage/mechanism/cells/noise.hpp"

#include <string.h>  // explicit_bzero

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <optional>
#include <vector>

#include "selvage/base/interval.hpp"
#include "selvage/mechanism/cells/clamped_sum.hpp"
#include "selvage/mechanism/cells/gaussian_tail.hpp"
#include "selvage/mechanism/cells/laplace_sum.hpp"

namespace selvage {
namespace {

constexpr unsigned kParameterBits = 20;  // one with longer terms is rounded up

// Clamping a number is 1-Lipschitz and clamping a release is post-processing, so
// neither costs privacy. The samplers cap |Z| at kMaxNoise = 2^62; with these two
// limits a capped Z always lands on +-kMaxRelease and the cap cannot be seen.
constexpr std::int64_t kMaxNumber = kMaxNoise / 4;

// Up to this variance every weight is summed by itself.
const Rational kMostBlocks(128 * 128);

const Rational kLeastShownError(1, 1'000'000);  // nobody reads 1e-434

Rational shown(const Interval& error) {
  return std::max(*Rational::parse(error.upper_text(6)), kLeastShownError);
}

template <class Fits>
std::optional<Rational> rounded_up(const Rational& asked, Fits fits) {
  if (fits(asked)) return asked;
  for (unsigned bits = kParameterBits;; bits -= kParameterBits / 4) {
    const Rational rounded = round_up(asked, bits);
    if (fits(rounded)) return rounded;
    if (bits == 0) return std::nullopt;
  }
}

// P(|Z| > t) = 2 q^(t+1) / (1+q) <= beta iff t + 1 >= scale ln(2 / ((1+q) beta)).
std::int64_t bound(const LaplaceNoise& noise, const Rational& beta) {
  const Interval q = exp(-(Rational(1) / noise.scale));
  const Interval needed = Interval(noise.scale) * log(Interval(2) / ((q + 1) * beta));
  const auto result = (needed.upper().ceil() - 1).to_int64();
  return std::max<std::int64_t>(0, result.value_or(kMaxRelease));
}

// 1 / sinh(x) = 2 / (exp(x) - exp(-x)), x = 1/scale.
Rational mean_absolute(const LaplaceNoise& noise) {
  const Rational x = Rational(1) / noise.scale;
  return shown(Interval(2) / (expm1(x) - expm1(-x)));
}

// The weights exp(-z^2 / (2 variance)) of z = 1, 2, ... in blocks of equal length, each
// between its last weight and its first. [T33]
struct GaussianBlocks {
  std::int64_t length;
  std::vector<Interval> first;  // the weight at 1 + i length

  explicit GaussianBlocks(const Rational& variance) {
    const double deviation = std::sqrt(variance.to_double());
    length = std::max<std::int64_t>(1, static_cast<std::int64_t>(deviation / 64));
    const auto count =
        static_cast<std::int64_t>(40 * deviation / static_cast<double>(length)) + 40;
    // By their ratios, which shrink by the same factor each: an exponential takes ten
    // times as long as a product.
    const Rational step = length;
    const Interval shrink = exp(-(step * step / variance));
    Interval ratio = exp(-((step * step + step * 2) / (variance * 2)));
    first.push_back(exp(-(Rational(1) / (variance * 2))));
    for (std::int64_t i = 1; i < count; ++i, ratio = ratio * shrink)
      first.push_back(first.back() * ratio);
  }
  std::int64_t start(std::size_t i) const {
    return 1 + static_cast<std::int64_t>(i) * length;
  }
  // At most this is the weight of all z after the blocks: their ratios fall.
  Interval beyond() const {
    const Interval ratio = first.back() / first[first.size() - 2];
    return first.back() * length * ratio / (Interval(1) - ratio);
  }
  // At least this is the weight of all integers.
  Interval total() const {
    Interval sum(0);
    for (std::size_t i = 1; i < first.size(); ++i) sum = sum + first[i];
    return Interval(1) + sum * length * 2 + (length == 1 ? first[0] * 2 : Interval(0));
  }
};

std::int64_t bound(const GaussianNoise& noise, const Rational& beta) {
  if (noise.variance > kMostBlocks)
    return std::min(kMaxRelease, *gaussian_sum_bound(noise.variance, 1, beta));
  const GaussianBlocks blocks(noise.variance);
  // Both sides divided by what all blocks have in common.
  const Interval most = blocks.total() * beta / Interval(blocks.length * 2);
  Interval tail = blocks.beyond() / Interval(blocks.length);
  for (std::size_t i = blocks.first.size(); i-- > 0;) {
    tail = tail + blocks.first[i];
    if (!surely_at_most(tail, most)) return blocks.start(i) + blocks.length - 1;
  }
  return 0;
}

Rational mean_absolute(const GaussianNoise& noise) {
  const GaussianBlocks blocks(noise.variance);
  Interval sum(0);
  for (std::size_t i = 0; i < blocks.first.size(); ++i)
    sum = sum + blocks.first[i] * (blocks.start(i) + blocks.length - 1);
  sum = sum * blocks.length + blocks.beyond() * blocks.start(blocks.first.size()) * 2;
  return shown(sum * 2 / blocks.total());
}

}  // namespace

void add_noise(const Noise& noise, std::span<std::int64_t> numbers,
               RandomSource& random) {
  if (numbers.empty()) return;
  std::array<std::int64_t, 4096> buffer;  // stays in the processor's cache
  const std::size_t used = std::min(buffer.size(), numbers.size());
  while (!numbers.empty()) {
    const auto part = numbers.first(std::min(buffer.size(), numbers.size()));
    const auto drawn = std::span(buffer).first(part.size());
    if (const auto* laplace = std::get_if<LaplaceNoise>(&noise))
      random.discrete_laplace(drawn, laplace->scale);
    else
      random.discrete_gaussian(drawn, std::get<GaussianNoise>(noise).variance);
    add_clamped(part, drawn, kMaxNumber, kMaxRelease);
    numbers = numbers.subspan(part.size());
  }
  explicit_bzero(buffer.data(), used * sizeof buffer[0]);
}

std::int64_t error_bound(const Noise& noise, const Rational& beta) {
  assert(beta.sign() > 0 && beta < 1);
  return std::visit([&](const auto& law) { return bound(law, beta); }, noise);
}

// Few draws of narrow Gaussian noise are bounded by a moment:
// P(|sum| > t) <= 2 exp(-(t+1)^2 / (2 count variance)). [T33]
std::int64_t sum_error_bound(const Noise& noise, std::int64_t count,
                             const Rational& beta) {
  assert(count >= 1);
  if (count == 1) return error_bound(noise, beta);
  if (const auto* laplace = std::get_if<LaplaceNoise>(&noise))
    return std::min(kMaxRelease, laplace_sum_bound(laplace->scale, count, beta));
  const Rational& variance = std::get<GaussianNoise>(noise).variance;
  if (const auto bound = gaussian_sum_bound(variance, count, beta)) return *bound;
  const Interval square = log(Interval(Rational(2) / beta)) * (variance * count * 2);
  const std::int64_t root = floor_sqrt(square.upper());
  return Rational(root) * root == square.upper() ? std::max<std::int64_t>(0, root - 1)
                                                 : root;
}

Rational mean_absolute_error(const Noise& noise) {
  return std::visit([](const auto& law) { return mean_absolute(law); }, noise);
}

std::string noise_name(const Noise& noise) {
  constexpr const char* names[] = {"discrete_laplace", "discrete_gaussian"};
  return names[noise.index()];
}

std::optional<Noise> read_noise(const std::string& name, const std::string& parameter) {
  if (name != "discrete_laplace" && name != "discrete_gaussian") return std::nullopt;
  const auto value = Rational::parse(parameter);
  if (!value || value->sign() <= 0) return std::nullopt;
  // Only what the samplers take is ever added.
  if (name == "discrete_laplace") {
    const auto noise = laplace_noise(*value);
    if (!noise || noise->scale != *value) return std::nullopt;
    return *noise;
  }
  const auto noise = gaussian_noise(*value);
  if (!noise || noise->variance != *value) return std::nullopt;
  return *noise;
}

std::pair<std::string, std::string> noise_parameter(const Noise& noise) {
  if (const auto* laplace = std::get_if<LaplaceNoise>(&noise))
    return {"scale", laplace->scale.text()};
  return {"variance", std::get<GaussianNoise>(noise).variance.text()};
}

std::optional<LaplaceNoise> laplace_noise(const Rational& scale) {
  auto fitting = rounded_up(scale, fits_sampler);
  if (!fitting) return std::nullopt;
  return LaplaceNoise{*std::move(fitting)};
}

std::optional<GaussianNoise> gaussian_noise(const Rational& variance) {
  auto fitting = rounded_up(variance, fits_gaussian);
  if (!fitting) return std::nullopt;
  return GaussianNoise{*std::move(fitting)};
}

}  // namespace selvage
