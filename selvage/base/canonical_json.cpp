#include "selvage/base/canonical_json.hpp"

#include <nlohmann/json.hpp>

namespace selvage {

std::string canonical_json(const nlohmann::ordered_json& json) {
  // nlohmann::json keeps the names of its objects sorted.
  return nlohmann::json(json).dump(-1, ' ', false,
                                   nlohmann::json::error_handler_t::replace);
}

std::string canonical_object(const nlohmann::ordered_json& json,
                             const std::map<std::string, std::string_view>& written) {
  std::map<std::string, std::string> made;
  for (const auto& [name, value] : json.items())
    if (!written.contains(name)) made[name] = canonical_json(value);
  std::map<std::string_view, std::string_view> all(written.begin(), written.end());
  all.insert(made.begin(), made.end());
  std::size_t size = 2;
  for (const auto& [name, text] : all) size += name.size() + text.size() + 4;
  std::string text;
  text.reserve(size);
  for (const auto& [name, value] : all) {
    text += text.empty() ? '{' : ',';
    text += canonical_json(std::string(name));
    text += ':';
    text += value;
  }
  return text.empty() ? "{}" : text + '}';
}

}  // namespace selvage
