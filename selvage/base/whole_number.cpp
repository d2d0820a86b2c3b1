#include "selvage/base/whole_number.hpp"

#include <nlohmann/json.hpp>

namespace selvage {

std::optional<std::int64_t> whole_number(const nlohmann::ordered_json& json) {
  if (!json.is_number_integer()) return std::nullopt;
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX)
    return std::nullopt;
  return json.get<std::int64_t>();
}

}  // namespace selvage
