// A line between two kinds of points as a picture: the two sides, the margin between
// them, and the points that it touches.
#pragma once
#include <string>

#include "selvage/report/view.hpp"
#include "selvage/report/wording.hpp"

namespace selvage {

// An SVG 1.1 in UTF-8. Requires an answer with such a line.
std::string line_svg(const Release& release, const Speech& speech = {});

}  // namespace selvage
