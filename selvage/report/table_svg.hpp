// A release as a picture of a plain table, for three columns or more: the first rows,
// labels left, number and interval right. A single number is written large.
#pragma once
#include <string>

#include "selvage/release/release.hpp"
#include "selvage/report/wording.hpp"

namespace selvage {

std::string table_svg(const Release& release, const Speech& speech = {});

}  // namespace selvage
