// Scale, median and trimmed mean by propose, test, release [DL09], repaired: whole
// numbers, thresholds from the delta, a test before the trimmed mean is told. For
// replaced rows and a public number of them. Privacy: T134, T187.
#pragma once
#include <limits>
#include <optional>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/guarantee/derivation.hpp"
#include "selvage/mechanism/tested/replaced_depth.hpp"

namespace selvage {

class RandomSource;

struct TestedParameters {
  std::int64_t people = 0;          // public
  Rational epsilon, delta;          // of the whole
  std::int64_t steps_per_bin = 16;  // even; fewer for tests that walk every outcome
  // Another one than the delta asks for: what is promised follows from it.
  std::optional<std::int64_t> margin = std::nullopt;
};

// Stands for no answer, in the place of any number that is told.
inline constexpr std::int64_t kNotTold = std::numeric_limits<std::int64_t>::min();

// One test of the distance to where nothing may be told, and what noise costs after it.
// All tests of a mechanism are alike.
struct TestShare {
  Rational epsilon;  // of the test, and of the noise
  Rational delta;    // asked for
  std::int64_t margin;

  TestShare(const Rational& of_epsilon, const Rational& of_delta,
            const std::optional<std::int64_t>& other_margin);
  // `bad` is the last distance at which nothing may be told.
  bool passes(std::int64_t distance, std::int64_t bad, RandomSource& random) const;
  // Farther ones pass but for next to nothing: no more rows are read. [T126, cap]
  std::int64_t cap(std::int64_t bad) const;
  // Noise for a number that one row moves by so much.
  Rational scale(std::int64_t moved) const { return Rational(moved) / epsilon; }
  std::int64_t noise(std::int64_t moved, RandomSource& random) const;
};

// The scale S: how far two rows are apart, in steps of a bin; bins grow by 1 + 1/ln n.
class TestedScale {
 public:
  // Stands for a spread of 0.
  static constexpr std::int64_t kZero = kNotTold + 1;
  // What the ends of steps are whole multiples of, in codes.
  static constexpr int kEdgeBits = 16;

  // Requires ranks within 1 to n; refuses fewer than 3 people, epsilon <= 0, delta <= 0
  // or >= 1 and steps that are not even and positive.
  static Result<TestedScale> make(const TestedParameters& parameters, RankPair ranks);
  // Of the quartiles.
  static Result<TestedScale> make(const TestedParameters& parameters);

  Derivation derivation() const;
  Guarantee guarantee() const { return derivation().conclusion; }
  const TestShare& share() const { return share_; }
  const RankPair& ranks() const { return ranks_; }
  // By which the end of a step exceeds that of the one before, or a little more.
  const Rational& growth() const { return growth_; }

  // In steps, or kZero or kNotTold.
  std::int64_t run(const PublicRows& rows, RandomSource& random) const;
  // The step that a spread is in, of which every steps_per_bin are a bin; kZero for 0,
  // and one of its own for what has no bound.
  std::int64_t step_of(Int128 spread) const;
  // In the bins, or in those half a bin beside them.
  std::int64_t depth(const PublicRows& rows, bool beside) const;

  // Steps that there are: 0 to steps() - 1; others are taken for the nearest one.
  std::int64_t steps() const { return std::ssize(edges_) - 1; }
  // The end of a step, in 2^-kEdgeBits codes: that of the next one is beyond it.
  Int128 edge(std::int64_t step) const;
  // The number that steps stand for, for what follows. Requires steps.
  Rational scale_of(std::int64_t steps) const;

 private:
  TestedScale(TestedParameters parameters, RankPair ranks, TestShare share);
  TestedParameters parameters_;
  RankPair ranks_;
  TestShare share_;
  std::int64_t most_depth_;
  Rational growth_;
  std::vector<Int128> edges_;  // public, rising
};

// What two levels tell: a scale, and a number in steps that follow from it.
struct ToldTwice {
  std::int64_t scale = kNotTold, steps = kNotTold;
  auto operator<=>(const ToldTwice&) const = default;
};

// The median M: a scale, then bins as wide as it says.
class TestedMedian {
 public:
  static Result<TestedMedian> make(const TestedParameters& parameters);

  Derivation derivation() const;
  Guarantee guarantee() const { return derivation().conclusion; }
  const TestedScale& scale() const { return scale_; }
  std::int64_t rank() const { return (parameters_.people + 1) / 2; }
  ToldTwice run(const PublicRows& rows, RandomSource& random) const;
  // The second level, given the scale.
  std::int64_t second(const PublicRows& rows, std::int64_t scale,
                      RandomSource& random) const;

  // What a scale that was told decides: a step is 2^step_bits codes, a bin 2^bin_bits
  // steps. Requires that one was told.
  struct Width {
    int step_bits, bin_bits;
  };
  Width width(std::int64_t scale) const;

 private:
  TestedMedian(TestedParameters parameters, TestedScale scale);
  TestedParameters parameters_;
  TestedScale scale_;
};

// The trimmed mean: a scale of the ends, then a test whether one row moves the sum by
// more than twice of it.
class TestedTrimmedMean {
 public:
  // `part` of the rows are left out at either end; refuses none, half and more.
  static Result<TestedTrimmedMean> make(const TestedParameters& parameters,
                                        const Rational& part);

  Derivation derivation() const;
  Guarantee guarantee() const { return derivation().conclusion; }
  const TestedScale& scale() const { return scale_; }
  std::int64_t left_out() const { return left_out_; }
  std::int64_t kept() const { return parameters_.people - 2 * left_out_; }
  // `sum` is that of the rows which are kept, without ends that were added. Where the
  // scale is 0 the steps that are told are the value of all these rows.
  ToldTwice run(const PublicRows& rows, Int128 sum, RandomSource& random) const;
  std::int64_t second(const PublicRows& rows, Int128 sum, std::int64_t scale,
                      RandomSource& random) const;

  // What a scale that was told decides: a step of the sum is 2^step_bits codes, and
  // one row moves it by `moved` of them at most; 0: by nothing. Requires that one was
  // told.
  struct Reach {
    Int128 bound;  // in codes
    int step_bits;
    std::int64_t moved;
  };
  Reach reach(std::int64_t scale) const;

 private:
  TestedTrimmedMean(TestedParameters parameters, std::int64_t left_out,
                    TestedScale scale);
  TestedParameters parameters_;
  std::int64_t left_out_;
  TestedScale scale_;
};

}  // namespace selvage
