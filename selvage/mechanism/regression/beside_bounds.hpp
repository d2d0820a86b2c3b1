// About how far off slopes are, for plans: by blocks, so many that they are nearest,
// and by noisy sums and products between bounds. Public numbers, in floating point;
// what follows from them is a number of blocks, which the question tells. [T273]
#pragma once
#include "selvage/mechanism/regression/regression_request.hpp"

namespace selvage {

// So many times the standard error of least squares on all rows, where blocks are large
// enough for their fits to be about normal.
double times_all_rows(const RegressionRequest& request);

// How many blocks make slopes nearest where there are so many people: more of them tell
// their middle better, and leave fewer rows to each. The usual number where the people
// are few.
std::int64_t best_blocks(RegressionRequest request, std::int64_t people);

// Noisy sums of as many columns err as much where bounds lie so many deviations to
// either side of the middle: of every x its own, of y that of what rows miss by. Nearer
// bounds make them the better way, wider ones blocks.
double deviations_of_bounds(const RegressionRequest& request, std::int64_t people);

}  // namespace selvage
