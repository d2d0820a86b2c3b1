// A median between bounds that somebody knows, with noise by its smooth sensitivity
// [NRS07], for tables whose number of rows is private. With x(i) the rows in order,
// x(i) = lower for i < 1 and upper for i > n,
//   A_t = x(ceil((n+t+1)/2)) - x(ceil((n-t-1)/2)),
//   S   = g(max over t >= 0 of (index(A_t) - t)),
// where g is a ladder of fractions, each at most (1 + step) times the one before, and
// index(A) the first of them that is A or more. Published is the median with discrete
// Laplace noise of scale 2 S / epsilon, the whole numbers' form of the paper's Laplace
// noise, and step = epsilon / (2 ln(2/delta)): (epsilon, delta). Privacy: T121.
#pragma once
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/experiment/rivals/sorted_rows.hpp"
#include "selvage/guarantee/guarantee.hpp"

namespace selvage {

class RandomSource;

// 1 = g(0) < g(1) < ..., each at most (1 + step) times the one before.
class ScaleLadder {
 public:
  static constexpr int kBits = 20;  // of a fraction within an octave

  // Requires 2^-kBits <= step <= 1.
  explicit ScaleLadder(const Rational& step);

  Rational at(std::int64_t index) const;            // Requires index >= 0.
  std::int64_t index(std::int64_t at_least) const;  // 0 for what is below 2

 private:
  std::vector<std::int64_t> octave_;  // from 2^kBits on, below 2^(kBits + 1)
};

class SmoothMedian {
 public:
  struct Parameters {
    Rational epsilon, delta;
    CodeBounds bounds;
  };

  // Refuses epsilon <= 0, delta <= 0 or > 1/2, bounds that hold no two codes, and what
  // makes noise too wide or steps too fine for the sampler.
  static Result<SmoothMedian> make(const Parameters& parameters);

  Guarantee guarantee() const;
  std::int64_t run(SortedRows rows, RandomSource& random) const;

  // For tests of T121: A_t, and S.
  std::int64_t reach(SortedRows rows, std::int64_t t) const;
  Rational smooth_sensitivity(SortedRows rows) const;
  std::int64_t median(SortedRows rows) const;  // lower where there are no rows
  const ScaleLadder& ladder() const { return ladder_; }

 private:
  SmoothMedian(Parameters parameters, ScaleLadder ladder);
  std::int64_t at_rank(SortedRows rows, std::int64_t rank) const;
  Rational noise_scale(std::int64_t index) const;

  Parameters parameters_;
  ScaleLadder ladder_;
};

}  // namespace selvage
