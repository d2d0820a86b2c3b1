// From a cell's noisy numbers to what was asked: a count, a sum, a mean or a variance,
// with an interval, where noise was added. Post-processing, in whole numbers. Theory:
// T35, T80, T81.
#pragma once
#include <optional>
#include <span>

#include "selvage/guarantee/accuracy.hpp"
#include "selvage/mechanism/cells/cell_estimates.hpp"
#include "selvage/mechanism/cells/moments_interval.hpp"

namespace selvage {

class Estimator : public CellEstimates {
 public:
  // Each interval holds the true number, of values within the bounds, with this
  // probability at least, over the noise: rounding to the grid is inside. A sum on a
  // grid whose step was given is that of the rounded values. Requires noise that
  // is added, and 0 < confidence < 1.
  Estimator(const CellsPlan& plan, const Rational& confidence);

  // 1 for counts; that of the released number for sums; for means and variances a power
  // of ten far below their noise.
  const Rational& unit() const override { return unit_; }
  std::vector<Estimate> estimates(const Drawn& drawn) const override;
  // The numbers of one cell in the plan's order; in units, as all estimates. A mean or
  // variance of a cell that may hold no row is not known: its interval is all that it
  // can be.
  Estimate estimate(std::span<const std::int64_t> numbers) const;
  // Of a description the mean and the deviation, each with a unit of its own; else
  // none.
  std::vector<Series> further(const Drawn& drawn) const;
  // Of every count or sum, in units; none for means and variances.
  std::optional<ErrorStatement> error() const;
  // What the error of a cell with this many rows will be at most, with the confidence,
  // in units; none if so few rows say nothing. Of a description that of the mean, in
  // the units of means. [T35]
  std::optional<std::int64_t> planned_bound(std::int64_t rows) const;
  const Rational& planned_unit() const {
    return plan_.statistic == Statistic::describe ? mean_unit_ : unit_;
  }
  std::vector<Int128> summands(const Drawn& drawn) const override;
  std::optional<Estimate> total(Int128 sum, std::int64_t count) const override;
  std::optional<std::int64_t> total_value(Int128 sum) const override;

 private:
  Estimate around(std::int64_t value, std::int64_t bound) const;
  Estimate count(std::span<const std::int64_t> numbers) const;
  Estimate mean(std::span<const std::int64_t> numbers) const;
  Estimate variance(std::span<const std::int64_t> numbers) const;
  Estimate deviation(std::span<const std::int64_t> numbers) const;
  // In squares of the unit of values.
  ExactEstimate exact_variance(std::span<const std::int64_t> numbers) const;
  std::int64_t rounding(std::int64_t cells) const;

  const CellsPlan& plan_;
  Rational confidence_, unit_;
  Rational mean_unit_ = 1;  // of means and deviations
  std::int64_t bound_ = 0;  // of the noise of a count or sum
  std::optional<CountInterval> count_;
  std::optional<MeanInterval> mean_;
  std::optional<VarianceInterval> variance_;
};

}  // namespace selvage
