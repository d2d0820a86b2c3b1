// Columns of one line of a JSON-lines file by their paths: `address.income` is the
// value of income in the object address. Never fails.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace selvage {

// Whether a column can be inside another object.
bool is_json_path(const std::string& column);

// As json_fields, but a column is the value whose keys, from the outermost on and with
// points between them, make its name; the last of equal ones counts. What is inside a
// list has no such name.
std::vector<std::optional<std::string>> json_path_fields(
    std::string_view line, const std::vector<std::string>& columns);

}  // namespace selvage
