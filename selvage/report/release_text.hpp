// A release as text for a terminal, in the form that suits its question.
#pragma once
#include <string>

#include "selvage/report/page.hpp"

namespace selvage {

// `pivot` asks for the last column across; of fewer than two columns there is none.
std::string release_text(const Release& release, const TextStyle& style, bool pivot);

}  // namespace selvage
