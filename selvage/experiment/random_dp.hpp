// Everything that `selvage reproduce random-dp` writes: the losses of the two examples
// of [HRW12, section 8], with the releases that it compares and the fair ones.
#pragma once
#include "selvage/experiment/outlier_privacy.hpp"

namespace selvage {

// The same texts for the same seed and number of runs. The first is README.md, which
// tells of the others. Refuses fewer than 2 runs, and more than 20000.
Result<std::vector<MadeFile>> random_dp_files(const Repetition& repetition);

}  // namespace selvage
