// For tests: a plan behind the seam, also one that was changed after it was planned.
#pragma once
#include "selvage/mechanism/cells/cells_mechanism.hpp"

namespace selvage {

class PlannedCells : public CellsMechanism {
 public:
  explicit PlannedCells(const CellsPlan& plan)
      : CellsMechanism(question_about("count", plan.reading.domain), plan) {}
};

}  // namespace selvage
