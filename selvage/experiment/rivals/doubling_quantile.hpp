// A quantile, or a maximum, without an upper bound [Dur23]: candidates grow by a factor
// from a lower bound on, and the first one is published that, by a noisy count, enough
// rows do not exceed:
//   b #{x <= v} - a n + b nu_v >= rho,   rho in parts of a row, nu_v one for each v.
// The noise is geometric, the whole numbers' form of the exponential noise of the
// paper. Privacy: T120.
#pragma once
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/experiment/rivals/sorted_rows.hpp"
#include "selvage/guarantee/guarantee.hpp"

namespace selvage {

class RandomSource;

class DoublingQuantile {
 public:
  struct Parameters {
    Rational at = Rational(1, 2);  // 1: the maximum
    Rational epsilon;
    std::int64_t lower = 0;                  // public: lesser codes count as this
    Rational factor = Rational(1001, 1000);  // of one candidate to the next
    std::int64_t most = (std::int64_t{1} << 60) - 1;
  };

  // Refuses at <= 0, at > 1, epsilon <= 0, factor <= 1, terms of at beyond 10^6 and
  // lower >= most.
  static Result<DoublingQuantile> make(const Parameters& parameters);

  Guarantee guarantee() const;
  // The code of a candidate.
  std::int64_t run(SortedRows rows, RandomSource& random) const;
  const std::vector<std::int64_t>& candidates() const { return candidates_; }

 private:
  DoublingQuantile(Parameters parameters, std::vector<std::int64_t> candidates);

  Parameters parameters_;
  std::vector<std::int64_t> candidates_;  // rising, two at least
};

}  // namespace selvage
