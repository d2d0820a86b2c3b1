// One text for each JSON value, so that texts can be compared, sealed and signed: names
// of an object sorted by their bytes, no blanks, only the escapes that JSON demands.
// docs/formats.md says the same in words.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace selvage {

// Bytes that are not UTF-8 become U+FFFD.
std::string canonical_json(const nlohmann::ordered_json& json);

// The same for an object some of whose members are canonical text already, by their
// names: long ones are written as they are found, since a tree of them is slow.
std::string canonical_object(const nlohmann::ordered_json& json,
                             const std::map<std::string, std::string_view>& written);

}  // namespace selvage
