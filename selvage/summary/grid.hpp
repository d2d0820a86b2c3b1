// The public grid on which numbers are summed: value -> clamp(floor(value / step +
// 1/2), lowest, highest), a whole number, computed exactly from one row alone. Sums of
// whole numbers do not depend on their order. The step is so fine that rounding is
// nothing beside the noise. [T35]
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "selvage/base/int128.hpp"
#include "selvage/base/rational.hpp"
#include "selvage/summary/code_scale.hpp"

namespace selvage {

class Grid {
 public:
  // How many steps there may be between the bounds, and from 0 to either of them.
  // Sums of 10^9 rows then fit in 128 bits, and so do sums of squares.
  struct Reach {
    std::int64_t across, from_zero;
  };
  static constexpr Reach kSums = {1'000'000'000'000'000, 100'000'000'000'000'000};
  static constexpr Reach kSquares = {1'000'000'000'000, 10'000'000'000'000};
  // For order, not for sums of squares: numbers without bounds as codes of 61 bits.
  static constexpr std::int64_t kMostCode = (std::int64_t{1} << 60) - 1;
  static constexpr Reach kCodes = {2 * kMostCode, kMostCode};

  // Bounds "LO:HI", and the finest step, a power of ten from 1e-18 on, that reaches
  // them. Refuses LO >= HI, numbers beyond 10^24 and numbers of more than 40 digits.
  static Result<Grid> finest(std::string_view bounds, const Reach& reach);
  // The same with a step that was given.
  static Result<Grid> stepped(std::string_view bounds, const Rational& step,
                              const Reach& reach = kSums);

  // The widest one: every code from -kMostCode to kMostCode. Refuses a step that is not
  // above 0 or is a fraction of numbers beyond 10^18.
  static Result<Grid> codes(const Rational& step);
  // Every code of a scale, as its place there: what is said of steps below is of places
  // then. Refuses the same steps, but for powers of two on the scale of reals.
  static Result<Grid> places(const Rational& step, const CodeScale& scale);
  // Of these; none where steps are themselves.
  const std::optional<CodeScale>& scale() const { return scale_; }

  const Rational& step() const { return step_; }
  bool is_given() const { return given_; }  // not the finest one
  std::int64_t lowest() const { return lowest_; }
  std::int64_t highest() const { return highest_; }
  const Rational& lower_bound() const { return lo_; }
  const Rational& upper_bound() const { return hi_; }
  std::string text() const;  // "0:10000", as it was asked

  // The step nearest to a value that is there; NaN has none.
  std::int64_t steps(std::int64_t value) const;
  std::optional<std::int64_t> steps(double value) const;
  // Of a number as text, by the rule of parse_number. On a grid finer than doubles can
  // tell apart by the digits of the text, else by the double nearest to it, as also on
  // the scale of reals.
  std::optional<std::int64_t> steps_of_text(std::string_view text) const;
  // Whether digits matter that a double does not hold: beyond the reach of sums.
  bool is_finer_than_doubles() const;

 private:
  Grid(Rational lo, Rational hi, Rational step, bool given);
  std::int64_t clamped(Int128 steps) const;
  // The steps of what is below 2^62 of them in size, not clamped.
  Int128 exact_steps(std::int64_t value) const;
  Int128 exact_steps(double value) const;
  // On the scale of reals. Requires a number.
  std::int64_t real_place(double value) const;
  std::int64_t far_place(const Rational& value) const;
  Rational lo_, hi_, step_;
  bool given_;
  std::int64_t numerator_, denominator_;  // of the step
  int small_;                             // m 2^e is nearest to 0 for every e below
  std::int64_t lowest_, highest_;         // in steps
  double far_;  // beyond the bounds: only the side of such a value matters
  std::optional<CodeScale> scale_;
  int halvings_ = 0;   // of the scale of reals: its step is 2^-halvings
  double in_one_ = 0;  // then: the steps that make 1
  double near_ = 0;    // nearer to 0 a value is below 2^60 steps, or 2^53 of reals
};

// The largest power of ten that is at most x, and the least that is at least x.
// Require x > 0.
Rational power_of_ten_below(const Rational& x);
Rational power_of_ten_above(const Rational& x);

}  // namespace selvage
