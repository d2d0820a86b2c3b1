// For tests: plans, also changed ones, through the audit and the check before a
// release.
#pragma once
#include "selvage/mechanism/cells/cells_evidence.hpp"
#include "selvage/mechanism/cells/cells_testing.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {

inline verify::Audit audited(const CellsPlan& plan, const CellsEffort& effort,
                             const verify::AuditOptions& options = {}) {
  return verify::audit(plan.derivations, cells_evidence(plan, effort), options);
}

inline Result<Verification> confirmed(const CellsPlan& plan) {
  return verify::verify_for_release(PlannedCells(plan));
}

}  // namespace selvage
