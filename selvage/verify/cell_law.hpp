// The law of one number of one cell: the plan's own loop, run on a single number.
#pragma once
#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/verify/outcome_tree.hpp"

namespace selvage::verify {

// The code adds one draw of this noise to `offset` and does nothing else; or it
// replaces the count `offset` by one output of a law. Known of every executed path and
// of probes at +-2^k up to 2^59, far beyond the walked ones.
struct Translation {
  Draw draw;
  std::int64_t offset;
};

struct CellLaw {
  OutcomeLaw<std::int64_t> law;
  std::optional<Translation> translation;
};

CellLaw cell_law(const PlannedNumber& number, std::int64_t value,
                 const OutcomeTree::Limits& limits);

// Whether the draw is the planned one.
bool is_draw_of(const Draw& draw, const Noise& noise);

}  // namespace selvage::verify
