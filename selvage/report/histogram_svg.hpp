// A release as a picture: bars with whiskers, the cells outside the bins apart and in
// another tone, and a caption with what is promised, so that the picture can travel
// alone. Up to about 150 bins are bars, up to 2000 a stepped area with a band, and
// beyond that the envelope of the bins in each pixel column: bins are never merged,
// since sums of noisy counts carry more noise than is said.
#pragma once
#include <string>

#include "selvage/release/release.hpp"

namespace selvage {

// A whole SVG 1.1 document in UTF-8, the same bytes for the same release.
// Requires one released cell for each cell of the question's domain.
std::string histogram_svg(const Release& release);

}  // namespace selvage
