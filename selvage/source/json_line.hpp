// One column of one line of a JSON-lines file: a number, or nothing.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace selvage {

// The value of the top-level key, if the line is an object that has it as a number or
// as text that reads as one. The last of equal keys counts. Never fails.
std::optional<double> json_number(std::string_view line, const std::string& key);

}  // namespace selvage
