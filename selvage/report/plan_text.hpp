// A plan in words and as JSON: price and accuracy, before any data.
#pragma once
#include <string>

#include "selvage/mechanism/verb.hpp"
#include "selvage/report/page.hpp"

namespace selvage {

std::string plan_text(const Planned& planned, const TextStyle& style);
std::string plan_json_text(const Planned& planned);

// "privacy    the odds of any output ...", in lines of the style's width.
std::string paragraph(const std::string& head, const std::string& text,
                      const TextStyle& style, std::size_t indent = 11);

}  // namespace selvage
