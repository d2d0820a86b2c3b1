// The evidence of counts under a profile, class size by class size: what was promised
// to a person in a class of k people, and what the shipped code gives.
#pragma once
#include "selvage/mechanism/cells/cells_evidence.hpp"
#include "selvage/mechanism/outlier/outlier_plan.hpp"

namespace selvage {

// W: the code is seen to replace each count by one output of W, whose privacy is known
// exactly at every count [T38]. The mechanisms of [LP15]: their certified law is
// compared with what the promise says, and with the outputs of the code as far as they
// are run [T72, T78]. Must not outlive the plan.
Evidence profile_evidence(const OutlierPlan& plan, const CellsEffort& effort);

// The least epsilon that a person in a class of so many people has, at the promised
// delta; none where no epsilon does it, or it is not computed (Example 8).
std::optional<Interval> class_epsilon(const OutlierPlan& plan, std::int64_t people);

}  // namespace selvage
