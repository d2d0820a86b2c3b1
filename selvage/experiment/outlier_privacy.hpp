// Everything that `selvage reproduce outlier-privacy` writes: the example of [LP15],
// the errors and the exact privacy of its mechanisms beside W, and what profiles do to
// tables of different shapes.
#pragma once
#include <string>
#include <vector>

#include "selvage/experiment/salary_table.hpp"

namespace selvage {

struct MadeFile {
  std::string name, about;  // "salary.md", and what it shows, in one line
  std::string text;
};

// The same texts for the same seed and number of runs. The first is README.md, which
// tells of the others. Refuses fewer than 2 runs.
Result<std::vector<MadeFile>> outlier_privacy_files(const Repetition& repetition);

}  // namespace selvage
