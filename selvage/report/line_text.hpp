// A line between two kinds of points as characters, below the numbers of the answer.
#pragma once
#include "selvage/report/page.hpp"

namespace selvage {

// Nothing where the answer has no such line.
void put_dividing_line(Page& page);

}  // namespace selvage
