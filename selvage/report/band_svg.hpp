// A regression of one column on another as a picture: the line and the band that holds
// it.
#pragma once
#include "selvage/report/line_band.hpp"
#include "selvage/report/wording.hpp"

namespace selvage {

// An SVG 1.1 in UTF-8.
std::string band_svg(const Release& release, const LineBand& band,
                     const Speech& speech = {});

}  // namespace selvage
