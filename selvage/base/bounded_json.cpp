#include "selvage/base/bounded_json.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace selvage {
namespace {

constexpr int kMostNested = 200;            // deeper than every derivation
constexpr std::size_t kMostNames = 20'000;  // an ordered object compares all of them

bool is_nested_too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMostNested) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

bool has_too_many_names(const nlohmann::json& json) {
  if (json.is_object() && json.size() > kMostNames) return true;
  return json.is_structured() &&
         std::any_of(json.begin(), json.end(), has_too_many_names);
}

}  // namespace

std::optional<nlohmann::ordered_json> parse_bounded_json(std::string_view text) {
  if (is_nested_too_deep(text)) return std::nullopt;
  const auto sorted = nlohmann::json::parse(text, nullptr, false);
  if (sorted.is_discarded() || has_too_many_names(sorted)) return std::nullopt;
  return nlohmann::ordered_json(sorted);
}

}  // namespace selvage
