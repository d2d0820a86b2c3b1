// About how far off slopes are, for plans: by blocks, and by noisy sums and products
// between bounds, of which only this is asked. Public numbers, in floating point.
// [T273]
#pragma once
#include "selvage/mechanism/regression/regression_request.hpp"

namespace selvage {

// So many times the standard error of least squares on all rows, where blocks are large
// enough for their fits to be about normal.
double times_all_rows(const RegressionRequest& request);

// Noisy sums of as many columns err as much where bounds lie so many deviations to
// either side of the middle: of every x its own, of y that of what rows miss by. Nearer
// bounds make them the better way, wider ones blocks.
double deviations_of_bounds(const RegressionRequest& request, std::int64_t people);

}  // namespace selvage
