// How many people it takes to move the least misses out of a cell: at least so many as
// the least subgradient on its boundary is long, in whole weights. Found by a sweep
// along the four sides, exactly. [T145, T147]
#pragma once
#include <span>

#include "selvage/mechanism/robust_regression/plane.hpp"

namespace selvage {

// The least whole d with |subgradient| <= d whole weights somewhere on the boundary; at
// most `most`. A whole weight is that of one person. Requires that the sum of all
// misses is least at some point of the cell.
std::int64_t cell_depth(std::span<const PlaneLine> lines, const PlaneCell& cell,
                        std::int64_t most, std::int64_t whole = kWholeWeight);

}  // namespace selvage
