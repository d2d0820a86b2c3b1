// From the noisy counts of a plan with a profile to counts with intervals, as they are
// shown. Post-processing. Theory: T41, T43, T84.
#pragma once
#include <map>

#include "selvage/guarantee/accuracy.hpp"
#include "selvage/mechanism/cells/cell_estimates.hpp"
#include "selvage/mechanism/outlier/outlier_plan.hpp"
#include "selvage/mechanism/outlier/profile_totals.hpp"

namespace selvage {

class CountEstimates : public CellEstimates {
 public:
  // Each interval holds the true count with this probability at least. Requires 0 <
  // confidence < 1. Must not outlive the plan.
  CountEstimates(const OutlierPlan& plan, const Rational& confidence);

  // 1, or a hundredth where counts are shown unbiased.
  const Rational& unit() const override { return unit_; }
  Estimate estimate(std::int64_t output) const;
  std::vector<Estimate> estimates(const Drawn& drawn) const override;
  // At a few counts, in people.
  std::vector<CountErrorStatement> errors_by_count() const;

  // Unbiased counts add up. [T41]
  Int128 summand(std::int64_t output) const;
  std::vector<Int128> summands(const Drawn& drawn) const override;
  std::optional<Estimate> total(Int128 sum, std::int64_t count) const override;
  std::optional<std::int64_t> total_value(Int128 sum) const override;

 private:
  const OutlierPlan& plan_;
  const WarpedGeometric* warped_;  // nullptr: other noise
  Rational confidence_, unit_;
  std::optional<StaircaseIntervals> staircase_;
  mutable std::map<std::int64_t, Estimate> known_;  // outputs, as they come
  std::optional<ProfileTotals> totals_;
  mutable std::map<std::int64_t, std::int64_t> total_bounds_;  // of so many cells
};

}  // namespace selvage
