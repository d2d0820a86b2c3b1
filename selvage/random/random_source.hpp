// The one door to randomness. Draws are distributions in batches, so that a sampler can
// be replaced by a faster one, or by the outcome tree of outcome/, without a mechanism
// noticing. What many mechanisms draw has a name here; any other law is brought by the
// mechanism that draws it. Parameters are public and exact; nothing here can fail.
#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include "selvage/base/rational.hpp"

namespace selvage {

class IntegerTable;  // inversion/integer_table.hpp
class Law;           // law.hpp

// |noise| is capped here, far outside what any release shows. See kMaxRelease.
inline constexpr std::int64_t kMaxNoise = std::int64_t{1} << 62;

class RandomSource {
 public:
  virtual ~RandomSource() = default;

  // Uniform on 0..n-1. Requires n >= 1.
  virtual void uniform_below(std::span<std::uint64_t> out, std::uint64_t n) = 0;
  // 1 with probability exp(-x). Requires x >= 0 and fits_sampler(x).
  virtual void bernoulli_exp(std::span<std::uint8_t> out, const Rational& x) = 0;
  // P(g) = (1-q) q^g, g >= 0, q = exp(-1/scale). Requires scale > 0,
  // fits_sampler(scale).
  virtual void geometric(std::span<std::int64_t> out, const Rational& scale) = 0;
  // P(z) = (1-q)/(1+q) q^|z|, q = exp(-1/scale). Requires scale > 0,
  // fits_sampler(scale).
  virtual void discrete_laplace(std::span<std::int64_t> out, const Rational& scale) = 0;
  // One draw for each scale, in its place. Requires as many scales as places, each as
  // above.
  virtual void discrete_laplace_each(std::span<std::int64_t> out,
                                     std::span<const Rational> scales);
  // The number of failures before the first success of coins with probability exp(-x):
  // P(g) = exp(-x) (1 - exp(-x))^g, g >= 0, capped at kMaxNoise. Requires x > 0 and
  // fits_sampler(x).
  virtual void failures_before(std::span<std::int64_t> out, const Rational& x) = 0;
  // The same for coins of this probability: P(g) = p (1 - p)^g. Requires 0 < p < 1.
  virtual void failures_before_coin(std::span<std::int64_t> out,
                                    const Rational& probability) = 0;
  // Each number is replaced by an output of the law for it. The source may keep the
  // law.
  virtual void draw(std::span<std::int64_t> in_out,
                    const std::shared_ptr<const Law>& law) = 0;
  // P(z) proportional to exp(-z^2 / (2 variance)).
  // Requires variance > 0 and fits_gaussian(variance).
  virtual void discrete_gaussian(std::span<std::int64_t> out,
                                 const Rational& variance) = 0;

  // P(j) = weight(j) 2^-64.
  virtual void from_table(std::span<std::int64_t> out, const IntegerTable& table) = 0;

  // The geometric draw given that it is at most `most`, and the discrete Laplace draw
  // given that |z| is. Neither is private by itself: neighbours have outputs that the
  // other has not. Requires 0 <= most < kMaxNoise and fits_truncated(scale).
  void truncated_geometric(std::span<std::int64_t> out, const Rational& scale,
                           std::int64_t most);
  void truncated_laplace(std::span<std::int64_t> out, const Rational& scale,
                         std::int64_t most);
};

// Terms at most 2^62, so that the samplers' products fit in 128 bits.
bool fits_sampler(const Rational& parameter);
// 0 < scale <= 2^30, and fits_sampler: no geometric draw is capped then.
bool fits_truncated(const Rational& scale);
// Numerator at most 2^50, denominator at most 2^20: the acceptance fraction fits.
bool fits_gaussian(const Rational& variance);

}  // namespace selvage
