// The numbers of a release as a part of its explanation: a table, and a picture where
// there is one.
#pragma once
#include "selvage/report/explanation.hpp"
#include "selvage/report/page.hpp"

namespace selvage {

// The style is that of the whole explanation; its title is that of the picture.
ExplainedPart explained_numbers(const Release& release, const TextStyle& style);

}  // namespace selvage
