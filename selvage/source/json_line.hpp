// Columns of one line of a JSON-lines file, as text. Never fails.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace selvage {

// The values of these top-level keys, if the line is an object that has them as text,
// number, true or false; the last of equal keys counts. A number beyond the doubles
// ends the parser's work: then that key alone is known.
std::vector<std::optional<std::string>> json_fields(
    std::string_view line, const std::vector<std::string>& keys);

// One of them, if it reads as a number.
std::optional<double> json_number(std::string_view line, const std::string& key);

}  // namespace selvage
