// A release as a table for a terminal: label, count, and a bar that is solid to the
// lower end of the count's interval and carries a whisker from there to the upper end,
//   [20,30)   1,234  ██████████├──┼──┤
// then the sentences: error, privacy, verification, warnings.
#pragma once
#include <cstddef>
#include <string>

#include "selvage/release/release.hpp"

namespace selvage {

struct TextStyle {
  int width = 80;  // of the terminal; below 40 it is drawn as for 40
  bool colour = false;
  bool unicode = true;         // else plain ASCII
  std::size_t most_rows = 60;  // lines of cells; the first and the last two always stay
};

// Requires one released cell for each cell of the question's domain.
std::string histogram_text(const Release& release, const TextStyle& style);

}  // namespace selvage
