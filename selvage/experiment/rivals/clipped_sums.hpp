// Mean and sum of values clamped to bounds that somebody knows, as in textbooks: noise
// on the sum, and for a mean half of epsilon for it, counted from the middle, and half
// for the number of rows. The noise is discrete Laplace [DMNS06, GRS12]. Privacy: T4.
#pragma once
#include "selvage/base/result.hpp"
#include "selvage/experiment/rivals/sorted_rows.hpp"
#include "selvage/guarantee/guarantee.hpp"

namespace selvage {

class RandomSource;

struct ClippedParameters {
  Rational epsilon;
  CodeBounds bounds;
};

class ClippedMean {
 public:
  struct Noisy {
    std::int64_t sum, rows;  // from the middle of the bounds
    auto operator<=>(const Noisy&) const = default;
  };

  // Refuses epsilon <= 0 and bounds that hold no two codes.
  static Result<ClippedMean> make(const ClippedParameters& parameters);

  Guarantee guarantee() const;
  Noisy run(SortedRows rows, RandomSource& random) const;
  // The code of the mean, within the bounds.
  std::int64_t mean(const Noisy& noisy) const;

 private:
  explicit ClippedMean(ClippedParameters parameters)
      : parameters_(std::move(parameters)) {}
  std::int64_t middle() const;

  ClippedParameters parameters_;
};

class ClippedSum {
 public:
  // Refuses the same.
  static Result<ClippedSum> make(const ClippedParameters& parameters);

  Guarantee guarantee() const;
  std::int64_t run(SortedRows rows, RandomSource& random) const;

 private:
  explicit ClippedSum(ClippedParameters parameters)
      : parameters_(std::move(parameters)) {}

  ClippedParameters parameters_;
};

}  // namespace selvage
