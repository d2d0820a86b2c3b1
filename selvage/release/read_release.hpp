// The way back: a release from its JSON, so that it can be shown again in every form
// without the table and at no cost.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "selvage/release/release.hpp"

namespace selvage {

// Reads what to_json() wrote in numbers of JSON. What that does not have is left out:
// what was drawn, the law of the mechanism. Refuses all else in one sentence. An answer
// that is null is none: the release then has no cells yet.
Result<Release> read_release(const nlohmann::ordered_json& json);

}  // namespace selvage
