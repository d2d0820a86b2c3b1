// The counts behind an output of a staircase, by its known law: those whose own error
// is often as large, each as the plan states it. [T77]
#pragma once
#include <optional>
#include <vector>

#include "selvage/mechanism/outlier/law/staircase.hpp"
#include "selvage/mechanism/outlier/law/warped_geometric.hpp"

namespace selvage {

class StaircaseIntervals {
 public:
  // `widest`: no told number errs by more with probability 1 - beta, whatever the
  // count.
  StaircaseIntervals(Staircase law, const Rational& beta, std::int64_t widest);

  // Every count is within what is told for it with probability 1 - beta at least.
  WarpedGeometric::Counts behind(std::int64_t output) const;

 private:
  // What the error of a told number exceeds with probability beta at most; -1 for a
  // count that is told as rarely as that.
  std::int64_t bound(std::int64_t count) const;

  Staircase law_;
  Rational beta_;
  std::int64_t widest_;
  std::int64_t far_ = 0;    // counts above it have the first noise alone
  std::int64_t above_ = 0;  // the bound of these
  mutable std::vector<std::optional<std::int64_t>> bounds_;  // of counts up to far_
};

}  // namespace selvage
