// A quantile by the exponential mechanism between bounds that somebody knows [Smi11]:
//   P(v) proportional to exp(-epsilon d(v) / (2 max(at, 1 - at))), lower <= v <= upper,
// d(v) the rows between v and the rank. Privacy: T91, with a flat prior and equal
// slopes. The draw is exact [T92].
#pragma once
#include "selvage/base/result.hpp"
#include "selvage/experiment/rivals/sorted_rows.hpp"
#include "selvage/guarantee/guarantee.hpp"
#include "selvage/mechanism/quantile/cell_bounds.hpp"

namespace selvage {

class RandomSource;

class BoundedQuantile {
 public:
  struct Parameters {
    Rational at = Rational(1, 2);
    Rational epsilon;
    CodeBounds bounds;
  };

  // Refuses at <= 0, at >= 1, epsilon <= 0 and bounds that hold no two codes.
  static Result<BoundedQuantile> make(const Parameters& parameters);

  Guarantee guarantee() const;
  std::int64_t run(SortedRows rows, RandomSource& random) const;

 private:
  BoundedQuantile(Parameters parameters, QuantileTerms terms);
  // Ranks so far from the one that is asked for decide, but for 2^-128.
  RankWindow window(SortedRows rows, std::int64_t ranks) const;

  Parameters parameters_;
  QuantileTerms terms_;
};

}  // namespace selvage
