// Does a JSON value have the form that a JSON Schema [2020-12] demands? Only the
// keywords that our schema uses; a schema with another one is refused, not half
// obeyed.
#pragma once
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "selvage/base/result.hpp"

namespace selvage {

// The error says where and what. Requires a value of bounded depth.
Outcome check_schema(const nlohmann::ordered_json& schema,
                     const nlohmann::ordered_json& value);

// docs/certificate.schema.json, as it was when the program was built: what every
// certificate has, whatever the mechanism.
const nlohmann::ordered_json& certificate_schema();
// docs/certificate.*.schema.json: what those of a mechanism have besides. A part may
// refer to the definitions of the envelope by its file's name.
const std::vector<nlohmann::ordered_json>& certificate_parts();
// The one that has the mechanism's name; nullptr: there is none.
const nlohmann::ordered_json* certificate_part(const std::string& mechanism);

}  // namespace selvage
