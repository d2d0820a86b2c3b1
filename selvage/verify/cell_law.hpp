// The law of one cell of a histogram plan: the plan's own loop, run on a single count.
#pragma once
#include "selvage/mechanism/plan.hpp"
#include "selvage/verify/outcome_tree.hpp"

namespace selvage::verify {

// The code adds one discrete Laplace draw to `offset` and does nothing else. Known of
// every executed path and of probes at +-2^k up to 2^59, far beyond the walked ones.
struct Translation {
  Rational scale;
  std::int64_t offset;
};

struct CellLaw {
  Law<std::int64_t> law;
  std::optional<Translation> translation;
};

CellLaw cell_law(const Plan& plan, std::int64_t count,
                 const OutcomeTree::Limits& limits);

}  // namespace selvage::verify
