// One text for each JSON value, so that texts can be compared, sealed and signed: names
// of an object sorted by their bytes, no blanks, only the escapes that JSON demands.
// docs/formats.md says the same in words.
#pragma once
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace selvage {

// Bytes that are not UTF-8 become U+FFFD.
std::string canonical_json(const nlohmann::ordered_json& json);

}  // namespace selvage
