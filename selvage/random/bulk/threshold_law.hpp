// Laws on 0, 1, 2, ... by their thresholds T_m = P(value >= m), m = 1, 2, ...: the
// value at a uniform number u is the number of m with u < T_m. Each threshold is
// bounded by directed rounding, as closely as is asked. Theory: T13.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "selvage/base/rational.hpp"
#include "selvage/random/inversion/real_bounds.hpp"

namespace selvage {

class ThresholdLaw {
 public:
  // q = exp(-1/scale). Scales outside 2^-62..2^62 are refused, and variances
  // outside 2^-62..2^20, and a last value outside 1..2^62 - 1.
  static Result<ThresholdLaw> geometric(const Rational& scale);  // T_m = q^m
  // The size of two-sided geometric noise: T_m = 2 q^m/(1+q).
  static Result<ThresholdLaw> two_sided(const Rational& scale);
  // Geometric, given that it is at most `last`.
  static Result<ThresholdLaw> truncated(const Rational& scale, std::int64_t last);
  // The size of two-sided geometric noise, given that it is at most `last`.
  static Result<ThresholdLaw> truncated_two_sided(const Rational& scale,
                                                  std::int64_t last);
  // The size of z with P(z) proportional to exp(-z^2/(2 variance)).
  static Result<ThresholdLaw> gaussian(const Rational& variance);

  // The value is the size of symmetric noise, whose sign is a fair bit of its own.
  bool symmetric() const { return symmetric_; }
  // The largest value, if there is one.
  const std::optional<std::int64_t>& last() const { return last_; }
  // About the number of thresholds above 2^-places: for choosing a sampler, not exact.
  double about_count(unsigned places) const;

  // floor(2^places T_m) for m = 1, 2, ..., certified, as long as it is not 0. Nothing
  // where 2^13 binary places do not tell them. Requires places <= 64, and that
  // about_count(places) is small enough to hold.
  std::optional<std::vector<std::uint64_t>> floors(unsigned places) const;
  // The value, if it is surely the same for all that u can be.
  std::optional<std::int64_t> at(const PartialReal& u) const;
  // Bounds of T_m, computed with this many bits. Requires 1 <= m, and m <= last().
  void bound(std::int64_t m, RealBounds& threshold, mpfr_prec_t bits) const;

 private:
  enum class Shape { geometric, gaussian };
  class Evaluator;

  ThresholdLaw(Shape shape, bool symmetric, const Rational& parameter,
               std::optional<std::int64_t> last)
      : shape_(shape), symmetric_(symmetric), parameter_(parameter), last_(last) {}
  static Result<ThresholdLaw> make(const char* what, Shape shape, bool symmetric,
                                   const Rational& parameter,
                                   std::optional<std::int64_t> last);

  Shape shape_;
  bool symmetric_;
  Rational parameter_;  // the scale or the variance
  std::optional<std::int64_t> last_;
};

}  // namespace selvage
