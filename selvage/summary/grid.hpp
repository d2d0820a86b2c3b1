// The public grid on which numbers are summed: value -> clamp(floor(value / step +
// 1/2), lowest, highest), a whole number, computed exactly from one row alone. Sums of
// whole numbers do not depend on their order.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "selvage/base/rational.hpp"

namespace selvage {

class Grid {
 public:
  static constexpr std::int64_t kMostSteps = std::int64_t{1} << 24;
  // Bounds "LO:HI", and the step, a power of ten, chosen so that neither bound is more
  // than `most_steps` from 0 and the step is at most 1 and a thousandth of the larger
  // bound where that leaves room. Refuses LO >= HI and numbers of more than 40 digits.
  // Requires 1 <= most_steps <= kMostSteps.
  static Result<Grid> parse(std::string_view bounds, std::int64_t most_steps);

  // The same with this step. Refuses one that is no power of ten.
  static Result<Grid> stepped(std::string_view bounds, const Rational& step);

  const Rational& step() const { return step_; }
  std::int64_t lowest() const { return lowest_; }
  std::int64_t highest() const { return highest_; }
  std::string text() const;  // "0:10000", as it was asked

  // The step nearest to a value that is there; NaN has none.
  std::int64_t steps(std::int64_t value) const;
  std::optional<std::int64_t> steps(double value) const;

 private:
  Grid(Rational lo, Rational hi, int exponent);
  Rational lo_, hi_, step_;
  std::int64_t numerator_, denominator_;  // of the step
  std::int64_t lowest_, highest_;         // in steps
  double far_;  // beyond the bounds: only the side of such a value matters
};

}  // namespace selvage
