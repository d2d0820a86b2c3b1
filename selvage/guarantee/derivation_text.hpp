// Derivations as they stand in a file: to_json() in canonical form, and back again.
#pragma once
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// One line, the same for equal derivations. Bytes that are not UTF-8 are replaced.
std::string derivation_text(const Derivation& derivation);

// Reads what to_json() wrote. Refuses all else in one sentence; does not ask whether
// the derivation holds.
Result<Guarantee> read_guarantee(const nlohmann::ordered_json& json);
Result<Inputs> read_inputs(const nlohmann::ordered_json& json);
Result<Derivation> read_derivation(const nlohmann::ordered_json& json);
Result<Derivation> parse_derivation(std::string_view text);

}  // namespace selvage
