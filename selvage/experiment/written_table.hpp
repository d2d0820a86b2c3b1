// A table of results as text: Markdown for readers, CSV for programs.
#pragma once
#include <string>
#include <vector>

namespace selvage {

struct WrittenTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  // each as long as the columns
};

// Columns are padded, so that the text can be read as it is. A | in a cell is escaped.
// Requires cells without line ends.
std::string markdown(const WrittenTable& table);
// With quotes around cells that need them; lines end in \n.
std::string csv(const WrittenTable& table);

}  // namespace selvage
