// From a cell's noisy numbers to what was asked: a count, a sum, a mean or a variance,
// with an interval. Post-processing, in whole numbers. Theory: T35.
#pragma once
#include <map>
#include <optional>
#include <span>

#include "selvage/guarantee/accuracy.hpp"
#include "selvage/mechanism/plan.hpp"

namespace selvage {

// Whole multiples of Estimator::unit().
struct Estimate {
  std::int64_t value;
  std::int64_t lower, upper;
  // Not where the interval is all that the bounds allow: such a number says nothing.
  bool known = true;
};

class Estimator {
 public:
  // Each interval holds the true number with this probability at least, over the noise.
  // Requires 0 < confidence < 1.
  Estimator(const Plan& plan, const Rational& confidence);

  // 1 for counts (a hundredth where they are shown unbiased), the grid's step for sums,
  // a hundredth of it for means, its square for variances.
  const Rational& unit() const { return unit_; }
  // The numbers of one cell in the plan's order. A mean or variance of a cell that may
  // hold no row is not known: its interval is all that it can be.
  Estimate estimate(std::span<const std::int64_t> numbers) const;
  // Of every count or sum, in units; none for means and variances, and for counts whose
  // error depends on the count.
  std::optional<ErrorStatement> error() const;
  // Where it does: the errors at a few counts, in people.
  std::vector<CountErrorStatement> errors_by_count() const;
  // What the error of a cell with this many rows will be at most, with the confidence,
  // in units; none if so few rows say nothing. [T35]
  std::optional<std::int64_t> planned_bound(std::int64_t rows) const;
  // Sums of released cells: each cell's summand is added, and total() tells the sum of
  // `count` cells. None where these numbers say nothing of sums, or too little.
  // Requires a count or a sum.
  Int128 summand(std::span<const std::int64_t> numbers) const;
  std::optional<Estimate> total(Int128 sum, std::int64_t count) const;
  // Its value alone.
  std::optional<std::int64_t> total_value(Int128 sum) const;

 private:
  bool may_be_empty(std::int64_t rows) const;
  Estimate mean(std::span<const std::int64_t> numbers) const;
  Estimate variance(std::span<const std::int64_t> numbers) const;
  Estimate known_or_not(Estimate estimate) const;
  Estimate count_behind(std::int64_t output) const;
  const WarpedGeometric* warped() const;

  const Plan& plan_;
  Rational confidence_, unit_;
  std::vector<std::int64_t> bounds_;  // of each number's noise
  std::int64_t middle_ = 0, radius_ = 0;
  mutable std::map<std::int64_t, Estimate> known_;  // outputs of W, as they come
  double most_variance_ = -1;  // of the unbiased count of one cell; -1: not known
};

}  // namespace selvage
