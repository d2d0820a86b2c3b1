// The one way to read a whole number from JSON: digits with an optional minus, from
// -2^63 to 2^63 - 1. What is larger, has a point or an exponent, or is -0 is none, and
// is never read as another number. (nlohmann's get<> wraps around and cuts.)
#pragma once
#include <cstdint>
#include <optional>

#include <nlohmann/json_fwd.hpp>

namespace selvage {

// None for every other value. A text whose number was -0 comes here as 0: whoever must
// tell the two apart compares texts, as canonical_json does.
std::optional<std::int64_t> whole_number(const nlohmann::ordered_json& json);

}  // namespace selvage
