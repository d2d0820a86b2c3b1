// A release by two columns as a picture: a grid of cells, darker for larger numbers and
// in a second colour below 0, with the number in each cell where it fits. Cells that
// are not told are grey.
#pragma once
#include <string>

#include "selvage/release/release.hpp"
#include "selvage/report/wording.hpp"

namespace selvage {

// Requires two columns.
std::string heat_svg(const Release& release, const Speech& speech = {});

}  // namespace selvage
