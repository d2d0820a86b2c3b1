// A release as a picture, in the form that suits its question.
#pragma once
#include <string>

#include "selvage/release/release.hpp"
#include "selvage/report/wording.hpp"

namespace selvage {

// A whole SVG 1.1 document in UTF-8, the same bytes for the same release.
std::string release_svg(const Release& release, const Speech& speech = {});

}  // namespace selvage
