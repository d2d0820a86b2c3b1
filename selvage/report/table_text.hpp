// A release as a table for a terminal, one line a cell: labels, number and interval,
//   sales  north  1,234 ±40
// For one column there is a bar that is solid to the lower end of the interval and
// carries a whisker from there to the upper end,
//   [20,30)  1,234 ±40  ██████████├──┼──┤
// and for none a single number: count 1,234 ±40. Below stand the sentences: error,
// privacy, verification, warnings.
#pragma once
#include <string>

#include "selvage/report/page.hpp"

namespace selvage {

std::string table_text(const Release& release, const TextStyle& style);

}  // namespace selvage
