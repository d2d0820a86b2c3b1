// Histogram with independent discrete Laplace noise in every cell:
// release[i] = count[i] + Z[i], P(Z = z) = (1-q)/(1+q) q^|z|, q = exp(-1/scale),
// scale = rows_per_person / epsilon. Privacy: T4, after [GRS12]. Accuracy: T5.
#pragma once
#include "selvage/mechanism/plan.hpp"

namespace selvage {

class LaplaceHistogram {
 public:
  struct Parameters {
    Rational epsilon;
    std::int64_t rows_per_person = 1;  // contribution bound, kept by the source
  };

  // The only step that can fail, and it sees no data.
  static Result<LaplaceHistogram> make(const Parameters& p);

  // epsilon = rows_per_person / scale, an exact fraction. [T4]
  Derivation derivation() const;
  // With probability >= 1 - beta one cell errs by at most this many rows, and by no
  // smaller bound. [T5] Requires 0 < beta < 1.
  std::int64_t error_bound(const Rational& beta) const;
  // E|Z| = 1 / sinh(1/scale), rounded up. [T5]
  Rational mean_absolute_error() const;

  void add_noise(std::span<std::int64_t> counts, RandomSource& random) const;

  const Rational& scale() const { return scale_; }

 private:
  LaplaceHistogram(Rational scale, std::int64_t rows_per_person)
      : scale_(std::move(scale)), rows_per_person_(rows_per_person) {}

  Rational scale_;
  std::int64_t rows_per_person_;
};

Result<Plan> plan_laplace_histogram(const Domain& domain,
                                    const LaplaceHistogram::Parameters& p);

}  // namespace selvage
