#include "selvage/base/canonical_json.hpp"

#include <nlohmann/json.hpp>

namespace selvage {

std::string canonical_json(const nlohmann::ordered_json& json) {
  // nlohmann::json keeps the names of its objects sorted.
  return nlohmann::json(json).dump(-1, ' ', false,
                                   nlohmann::json::error_handler_t::replace);
}

}  // namespace selvage
