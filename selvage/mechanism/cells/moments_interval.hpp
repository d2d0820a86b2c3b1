// Intervals of a mean and of a variance from the noisy numbers of a cell, by inverting
// statistics whose law does not depend on what is not asked. [T80, T81]
#pragma once
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "selvage/mechanism/cells/plan.hpp"

namespace selvage {

// A number with its interval, in steps of the grid (squares of them for a variance).
struct ExactEstimate {
  Rational value, lower, upper;
};

// Of the mean of r - middle over the rows of a cell, r in steps.
class MeanInterval {
 public:
  // Of the plan of a mean or a variance. Requires 0 < beta < 1.
  MeanInterval(const CellsPlan& plan, const Rational& beta);
  // From the noisy count and sum. Requires count > 0.
  ExactEstimate from(std::int64_t count, std::int64_t sum) const;
  // What the value of a cell with so many rows is off by at most, wherever the mean is,
  // with probability 1 - beta; none if so few rows say nothing.
  std::optional<Rational> planned_error(std::int64_t rows) const;

 private:
  static constexpr std::int64_t kLevels = 256;  // of |mean|, between 0 and the most
  // With probability 1 - beta |sum - mean * count| is at most this, for a mean of up
  // to level / kLevels of the most.
  std::int64_t bound(std::int64_t level) const;
  std::int64_t bound_at(const Rational& mean) const;

  Noise count_, sum_;
  std::int64_t per_row_, divisor_;
  Rational beta_;
  mutable std::vector<std::int64_t> bounds_;  // by level; -1: not known yet
};

// Of their variance.
class VarianceInterval {
 public:
  VarianceInterval(const CellsPlan& plan, const Rational& beta);
  // From the noisy count, sum and squares. Requires count > 0.
  ExactEstimate from(std::span<const std::int64_t> numbers) const;
  std::optional<Rational> planned_error(std::int64_t rows) const;

 private:
  static constexpr std::int64_t kLevels = 256;
  // Of the noise of squares + of_sum * sum + of_count * count, in units of squares.
  std::int64_t bound(const Rational& of_sum, const Rational& of_count) const;

  Noise count_, sum_, squares_;
  Rational radius_, half_, unit_of_sum_, unit_of_squares_;  // in steps
  Rational beta_;
  MeanInterval mean_;
  mutable std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> bounds_;
};

}  // namespace selvage
