// A release by bins of numbers or of the calendar as a picture: bars with whiskers, or
// dots where the numbers are averages; the cells outside the bins apart and in another
// tone. Up to about 150 bins are bars, up to 2000 a stepped area with a band, and
// beyond that the envelope of the bins in each pixel column: bins are never merged,
// since sums of noisy counts carry more noise than is said.
#pragma once
#include <string>

#include "selvage/release/release.hpp"
#include "selvage/report/wording.hpp"

namespace selvage {

// The same bytes for the same release. Requires one column, of bins.
std::string histogram_svg(const Release& release, const Speech& speech = {});

}  // namespace selvage
