// Several quantiles of a column as boxes of text, one line for each group, over one
// scale that a line below them names:
//   fire   ├──────████┃███─────┤
#pragma once
#include "selvage/report/page.hpp"

namespace selvage {

// Puts nothing where there are fewer than three quantiles, more than one column, or no
// quantile that is known.
void put_boxes(const ShownRows& shown, Page& page);

}  // namespace selvage
