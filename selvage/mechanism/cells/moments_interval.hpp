// Intervals of the count, the mean and the variance of a cell from the noisy sums that
// are told together, by inverting statistics whose law does not depend on what is not
// asked. [T80, T81]
#pragma once
#include <array>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "selvage/mechanism/cells/plan.hpp"

namespace selvage {

// A number with its interval.
struct ExactEstimate {
  Rational value, lower, upper;
};

// Of the number of rows.
class CountInterval {
 public:
  // Of a plan whose numbers are told together. Requires 0 < beta < 1, as all below.
  CountInterval(const CellsPlan& plan, const Rational& beta);
  // All three are whole.
  ExactEstimate from(std::span<const std::int64_t> numbers) const;
  // Whether there may be no row at all.
  bool may_be_empty(std::span<const std::int64_t> numbers) const;
  bool may_be_empty(std::int64_t rows) const;

 private:
  Rational of_row_;
  // Of the noise of the sum of all numbers, and rounding: with the confidence, and
  // with 0.999 at the least, since a table has many cells and an empty one has no mean.
  std::int64_t bound_, surely_;
};

// Of the mean over the rows of a cell: -1 where all are at the lower bound, 1 where all
// are at the upper.
class MeanInterval {
 public:
  MeanInterval(const CellsPlan& plan, const Rational& beta);
  // Requires numbers that add up to more than 0.
  ExactEstimate from(std::span<const std::int64_t> numbers) const;
  // What the value of a cell with so many rows is off by at most, wherever the mean is,
  // with probability 1 - beta; none if so few rows say nothing.
  std::optional<Rational> planned_error(std::int64_t rows) const;

 private:
  static constexpr std::int64_t kLevels = 256;  // of |mean|
  // With probability 1 - beta |high - low - mean * count| is at most this, for a mean
  // between these in size.
  std::int64_t bound_between(const Rational& least, const Rational& most) const;
  std::int64_t bound(
      std::int64_t level) const;  // up to level / kLevels, from one below
  // In levels: at least what any bound is.
  Int128 most_reach() const { return Int128{most_} * kLevels; }

  Noise noise_;
  std::size_t numbers_;
  bool rounded_;
  Rational of_row_, beta_;
  std::int64_t most_;
  mutable std::vector<std::int64_t> bounds_;  // by level; -1: not known yet
};

// Of their variance, where the bounds are 0 and 1.
class VarianceInterval {
 public:
  VarianceInterval(const CellsPlan& plan, const Rational& beta);
  // Requires numbers that add up to more than 0.
  ExactEstimate from(std::span<const std::int64_t> numbers) const;
  std::optional<Rational> planned_error(std::int64_t rows) const;

 private:
  static constexpr std::int64_t kLevels = 256;  // of a weight
  struct Range {
    Rational least, most;
  };
  // What noise and rounding of the statistic are at most, for a mean and a variance in
  // these ranges.
  Rational reach(const Range& mean, const Range& variance) const;

  Noise noise_;
  bool rounded_;
  Rational of_row_, offset_;
  Rational beta_;
  MeanInterval mean_;
  mutable std::map<std::array<std::int64_t, 3>, std::int64_t> bounds_;
};

}  // namespace selvage
