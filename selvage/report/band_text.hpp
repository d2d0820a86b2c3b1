// A regression of one column on another as a line of text in the band that holds it,
// with the ends of both columns beside it.
#pragma once
#include "selvage/report/page.hpp"

namespace selvage {

// Puts nothing of other releases, or where there is no answer.
void put_line_band(Page& page);

}  // namespace selvage
