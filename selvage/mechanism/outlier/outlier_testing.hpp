// For tests: a plan with a profile behind the seam, also one that was changed after it
// was planned, and its audit.
#pragma once
#include "selvage/mechanism/outlier/outlier_mechanism.hpp"
#include "selvage/mechanism/outlier/profile_evidence.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {

class PlannedOutlier : public OutlierMechanism {
 public:
  explicit PlannedOutlier(const OutlierPlan& plan)
      : OutlierMechanism(question_about("count", plan.reading.domain), plan) {}
};

inline verify::Audit audited(const OutlierPlan& plan, const CellsEffort& effort,
                             const verify::AuditOptions& options = {}) {
  return verify::audit(plan.derivations, profile_evidence(plan, effort), options);
}

inline Result<Verification> confirmed(const OutlierPlan& plan) {
  return verify::verify_for_release(PlannedOutlier(plan));
}

}  // namespace selvage
