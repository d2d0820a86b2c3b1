// JSON from anybody: no text makes it take long, run out of stack, or throw.
#pragma once
#include <optional>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace selvage {

// None for what is not JSON, is nested deeper than 200, or has an object with more than
// 20,000 names. Objects are sorted by their names; of a name twice the last one counts.
std::optional<nlohmann::ordered_json> parse_bounded_json(std::string_view text);

}  // namespace selvage
