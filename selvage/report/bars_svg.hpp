// A release by the keys of one column as a picture: a horizontal bar with a whisker for
// each, in the order of the cells, or a dot with a whisker where the numbers are
// averages. The number stands at the right. Of many keys the largest are drawn, and the
// places beside them.
#pragma once
#include <string>

#include "selvage/release/release.hpp"
#include "selvage/report/wording.hpp"

namespace selvage {

// Requires one column.
std::string bars_svg(const Release& release, const Speech& speech = {});

}  // namespace selvage
