// Bars from which noise of a fixed width only takes away, in two forms beside the one
// that verbs draw: truncated Laplace noise on whole numbers [T160], and the paper's,
// which is continuous, of the width
//   q = (2/epsilon) ln(1 + (e^epsilon - 1) / (2 delta)),
// and rounded to the nearest whole number. The width is public in both: q = tau |x| is
// private for no tau. Privacy of the second: T202.
#pragma once
#include "selvage/experiment/rivals/bar_answers.hpp"
#include "selvage/guarantee/guarantee.hpp"
#include "selvage/one_sided/drop_table.hpp"
#include "selvage/random/inversion/integer_table.hpp"

namespace selvage {

class RandomSource;

// The paper's noise in words of 64 bits. Refuses what they do not hold.
// Requires 0 < epsilon <= 20, 0 < delta <= 1/2.
Result<DropTable> rounded_drop(const Rational& epsilon, const Rational& delta);

class DroppedBars {
 public:
  // Of the least number of points.
  static Result<DroppedBars> truncated_laplace(const Rational& epsilon,
                                               const Rational& delta);
  static Result<DroppedBars> rounded(const Rational& epsilon, const Rational& delta);

  // With the delta that the table needs, exactly.
  Guarantee guarantee() const;
  std::int64_t width() const { return table_.width(); }
  std::vector<std::int64_t> run(Bars bars, RandomSource& random) const;

 private:
  DroppedBars(Rational epsilon, DropTable table, IntegerTable draws);
  static Result<DroppedBars> of(const Rational& epsilon, Result<DropTable> table);
  Rational epsilon_;
  DropTable table_;
  IntegerTable draws_;
};

}  // namespace selvage
