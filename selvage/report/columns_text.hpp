// A small table in words: every column as wide as it needs to be, and never wider than
// the terminal together.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace selvage {

struct TextColumn {
  std::string name;  // in as many lines as it takes
  bool right = false;
};

// A line of names, then the rows. Where they do not fit into `width` the widest columns
// give way, and what they hold is broken into several lines. Texts must be safe to
// print. Requires as many texts a row as there are columns, and width >= 40.
std::string columns_text(const std::vector<TextColumn>& columns,
                         const std::vector<std::vector<std::string>>& rows,
                         std::size_t width);

}  // namespace selvage
