// Regression by noisy sums and products of columns clamped to bounds that somebody
// knows, with a ridge where the noise would decide: AdaSSP [Wan18] with discrete
// Laplace noise, so without a delta. Columns are counted from the middle of their
// bounds in 2^steps_bits steps to either side. Privacy: T144.
#pragma once
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/experiment/rivals/sorted_rows.hpp"
#include "selvage/guarantee/guarantee.hpp"

namespace selvage {

class RandomSource;

struct BoundedRegressionParameters {
  Rational epsilon;
  std::vector<CodeBounds> bounds;  // of y, then of each x
  int step_bits = 20;
};

class BoundedRegression {
 public:
  using Row = std::vector<std::int64_t>;    // codes: y, then each x
  using Noisy = std::vector<std::int64_t>;  // rows, sums, products but for y with y

  // Refuses epsilon <= 0, bounds that hold no two codes and fewer than two columns.
  static Result<BoundedRegression> make(const BoundedRegressionParameters& parameters);

  Guarantee guarantee() const;
  Noisy run(const std::vector<Row>& rows, RandomSource& random) const;
  // Intercept and slopes in codes, from what was released: post-processing, in doubles.
  std::vector<double> fit(const Noisy& noisy) const;

 private:
  explicit BoundedRegression(BoundedRegressionParameters parameters)
      : parameters_(std::move(parameters)) {}
  std::size_t columns() const { return parameters_.bounds.size(); }
  std::int64_t steps() const { return std::int64_t{1} << parameters_.step_bits; }
  std::int64_t scaled(std::size_t column, std::int64_t code) const;
  // Of the noise on each released number, which are all at most this large for a row.
  Rational scale() const;

  BoundedRegressionParameters parameters_;
};

}  // namespace selvage
