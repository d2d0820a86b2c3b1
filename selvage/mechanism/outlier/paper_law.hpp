// The mechanisms of [LP15] as they are run, against their certified laws. [T72, T78]
#pragma once
#include "selvage/mechanism/outlier/count_noise.hpp"
#include "selvage/outcome/outcome_tree.hpp"

namespace selvage {

// Whether the code's outputs at a count, as far as they were run, have the masses of
// the formula. Requires the noise of a staircase or by a guess.
bool has_paper_law(const CountNoise& noise, std::int64_t count,
                   const OutcomeLaw<std::int64_t>& walked);

}  // namespace selvage
