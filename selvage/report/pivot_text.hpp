// A release by two or more columns as a rectangle for a terminal: the last column's
// places across, in blocks below each other where they do not fit, the others down. A
// cell that is not told is "<20"; totals stand at the margins where the release has
// them. Counts that add up have a rectangle of their own below.
#pragma once
#include <string>

#include "selvage/report/page.hpp"

namespace selvage {

// Requires two columns or more.
std::string pivot_text(const Release& release, const TextStyle& style);

}  // namespace selvage
