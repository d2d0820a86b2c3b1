// Several quantiles of a column as boxes, one for each group: from the innermost two
// around the middle one, which is a line across the box, to whiskers at the outermost.
#pragma once
#include <string>

#include "selvage/report/view.hpp"
#include "selvage/report/wording.hpp"

namespace selvage {

// The places of all series that are quantiles, by their names ("median", "0.9
// quantile"), where there are three or more; else none.
std::vector<std::size_t> quantile_series(const Release& release);

// An SVG 1.1 in UTF-8. Requires three quantiles or more, and one column at most.
std::string boxes_svg(const Release& release, const Speech& speech = {});

}  // namespace selvage
