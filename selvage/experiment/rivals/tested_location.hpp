// Scale, median and trimmed mean by propose, test, release [DL09], repaired: whole
// numbers, thresholds from the delta, a test before the trimmed mean is told. For
// replaced rows and a public number of them. Privacy: T134.
#pragma once
#include <limits>
#include <optional>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/experiment/rivals/replaced_depth.hpp"
#include "selvage/guarantee/derivation.hpp"

namespace selvage {

class RandomSource;

struct TestedParameters {
  std::int64_t people = 0;          // public
  Rational epsilon, delta;          // of the whole
  std::int64_t steps_per_bin = 16;  // even; fewer for tests that walk every outcome
};

// The scale S: how far two rows are apart, in steps of a bin; bins grow by 1 + 1/ln n.
class TestedScale {
 public:
  // Stand for no answer, and for a spread of 0.
  static constexpr std::int64_t kNone = -2, kZero = -1;
  struct Shares {
    Rational test, release;
    std::int64_t margin;  // of the threshold
  };

  // Requires ranks within 1 to n; refuses fewer than 3 people, epsilon <= 0, delta <= 0
  // or >= 1 and steps that are not even and positive.
  static Result<TestedScale> make(const TestedParameters& parameters, RankPair ranks);
  // Of the quartiles.
  static Result<TestedScale> make(const TestedParameters& parameters);

  Derivation derivation() const;
  Guarantee guarantee() const { return derivation().conclusion; }
  // In steps. Requires as many rows as were said.
  std::int64_t run(SortedRows rows, RandomSource& random) const;
  // The number that steps stand for, for what follows. Requires steps of at least 0.
  double scale_of(std::int64_t steps) const;
  // The step that a spread is in, of which every steps_per_bin are a bin.
  std::int64_t step_of(Int128 spread) const;
  // The bins, or those half a bin beside them.
  std::int64_t depth(SortedRows rows, bool beside) const;

 private:
  TestedScale(TestedParameters parameters, RankPair ranks, Shares shares);
  TestedParameters parameters_;
  RankPair ranks_;
  Shares shares_;
  std::int64_t most_depth_;
  std::vector<double> edges_;  // public, rising
};

// The median M: a scale, then bins as wide as it says.
class TestedMedian {
 public:
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();
  struct Told {
    std::int64_t scale, steps;  // of the scale, and of the median or kNone
    auto operator<=>(const Told&) const = default;
  };
  static Result<TestedMedian> make(const TestedParameters& parameters);

  Guarantee guarantee() const;
  Told run(SortedRows rows, RandomSource& random) const;
  // Its code; none where there is none.
  std::optional<std::int64_t> median(const Told& told) const;

 private:
  TestedMedian(TestedParameters parameters, TestedScale scale,
               TestedScale::Shares shares);
  int width_bits(std::int64_t scale) const;  // of a bin, in codes
  int step_bits(int width_bits) const;       // of a step of it
  TestedParameters parameters_;
  TestedScale scale_;
  TestedScale::Shares shares_;
};

// The trimmed mean: a scale of the ends, then a test whether one row moves the sum by
// more than twice of it.
class TestedTrimmedMean {
 public:
  static constexpr std::int64_t kNone = TestedMedian::kNone;
  using Told = TestedMedian::Told;  // the sum in the place of the median
  // `part` of the rows are left out at either end; refuses none, half and more.
  static Result<TestedTrimmedMean> make(const TestedParameters& parameters,
                                        const Rational& part);

  Guarantee guarantee() const;
  Told run(SortedRows rows, RandomSource& random) const;
  std::optional<Rational> mean(const Told& told) const;
  std::int64_t left_out() const { return left_out_; }

 private:
  TestedTrimmedMean(TestedParameters parameters, std::int64_t left_out,
                    TestedScale scale, TestedScale::Shares shares);
  TestedParameters parameters_;
  std::int64_t left_out_;
  TestedScale scale_;
  TestedScale::Shares shares_;
};

}  // namespace selvage
