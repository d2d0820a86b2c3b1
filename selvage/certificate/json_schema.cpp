#include "selvage/certificate/json_schema.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/rational.hpp"
#include "selvage/base/whole_number.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kKeywords = {
    "$schema",  "title",    "description", "$defs",    "$ref",
    "type",     "const",    "enum",        "pattern",  "items",
    "minItems", "maxItems", "properties",  "required", "additionalProperties",
    "anyOf"};

// What a part takes from the envelope.
constexpr std::string_view kEnvelope = "certificate.schema.json#";

bool all_of_kind(std::string_view text, const char* allowed) {
  return text.find_first_not_of(allowed) == std::string_view::npos;
}

bool is_hex(std::string_view text, std::size_t size) {
  return text.size() == size && all_of_kind(text, "0123456789abcdef");
}

// A decimal or a fraction, and the one way to write its value.
bool is_number(const std::string_view whole) {
  std::string_view text = whole;
  if (text.starts_with('-')) text.remove_prefix(1);
  const auto digits = [](std::string_view part) {
    return !part.empty() && all_of_kind(part, "0123456789");
  };
  const auto slash = text.find('/');
  if (slash != std::string_view::npos && !digits(text.substr(slash + 1))) return false;
  text = text.substr(0, slash);
  const auto point = text.find('.');
  if (point != std::string_view::npos && !digits(text.substr(point + 1))) return false;
  if (!digits(text.substr(0, point))) return false;
  const auto value = Rational::parse(whole);
  return value && value->text() == whole;
}

// All digits that are needed, and none that is not.
bool is_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const auto point = text.find('.');
  const std::string_view before = text.substr(0, point);
  if (before.empty() || !all_of_kind(before, "0123456789") ||
      (before.size() > 1 && before[0] == '0'))
    return false;
  if (point == std::string_view::npos) return !negative || before != "0";
  const std::string_view after = text.substr(point + 1);
  return !after.empty() && all_of_kind(after, "0123456789") && after.back() != '0';
}

// Every d is a digit.
bool has_shape(std::string_view text, std::string_view shape) {
  return std::equal(
      text.begin(), text.end(), shape.begin(), shape.end(),
      [](char c, char s) { return s == 'd' ? c >= '0' && c <= '9' : c == s; });
}

// With the decimals that its seconds need.
bool is_time(std::string_view text, std::string_view shape) {
  const auto point = text.find('.');
  if (!has_shape(text.substr(0, point), shape)) return false;
  if (point == std::string_view::npos) return true;
  const std::string_view after = text.substr(point + 1);
  return !after.empty() && all_of_kind(after, "0123456789") && after.back() != '0';
}

// The patterns of our schema, each by a function that cannot be made to run long.
Result<bool> matches(const std::string& pattern, std::string_view text) {
  if (pattern == "^[0-9a-f]{64}$") return is_hex(text, 64);
  if (pattern == "^[0-9a-f]{128}$") return is_hex(text, 128);
  if (pattern == "^-?[0-9]+(\\.[0-9]+)?(/[0-9]+)?$") return is_number(text);
  if (pattern == "^(0|-?[1-9][0-9]*|-?(0|[1-9][0-9]*)\\.[0-9]*[1-9])$")
    return is_decimal(text);
  if (pattern == "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$")
    return has_shape(text, "dddd-dd-ddTdd:dd:ddZ");
  if (pattern ==
      "^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]*[1-9])?)?$")
    return has_shape(text, "dddd-dd-dd") || is_time(text, "dddd-dd-dd dd:dd:dd");
  if (pattern == "^[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]*[1-9])?$")
    return is_time(text, "dd:dd:dd");
  if (pattern == "^2\\^-[1-9][0-9]?$")
    return has_shape(text, "2^-d") || has_shape(text, "2^-dd") ? text[3] != '0' : false;
  if (pattern == "^[0-9]+(\\.[0-9]+)?:(64|126)$")
    return (text.ends_with(":64") || text.ends_with(":126")) &&
           !text.starts_with('-') && is_number(text.substr(0, text.rfind(':')));
  return Error{ErrorKind::unverified, "the schema has a pattern that is not known"};
}

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "integer") return whole_number(value).has_value();
  return type == "null" && value.is_null();
}

class Checker {
 public:
  explicit Checker(const Json& root) : root_(root) {}

  Outcome check(const Json& schema, const Json& value, const std::string& at) {
    for (const auto& [word, unused] : schema.items())
      if (std::find(kKeywords.begin(), kKeywords.end(), word) == kKeywords.end())
        return wrong(at, "is under a schema with a keyword that is not known");
    if (const auto* name = find(schema, "$ref")) {
      const auto& ref = name->get_ref<const std::string&>();
      const bool outside = ref.starts_with(kEnvelope);
      const Json& root = outside ? certificate_schema() : root_;
      const Json& there = root.at(Json::json_pointer(ref.substr(ref.find('#') + 1)));
      return outside ? Checker(root).check(there, value, at) : check(there, value, at);
    }
    if (const auto* type = find(schema, "type"))
      if (!has_type(value, *type))
        return wrong(at, "is not of the type " + type->get<std::string>());
    if (const auto* constant = find(schema, "const");
        constant != nullptr && *constant != value)
      return wrong(at, "is not the value it must be");
    if (const auto* list = find(schema, "enum");
        list != nullptr && std::find(list->begin(), list->end(), value) == list->end())
      return wrong(at, "is none of the values it may be");
    if (const auto* pattern = find(schema, "pattern");
        pattern != nullptr && value.is_string()) {
      const auto matched = matches(*pattern, value.get_ref<const std::string&>());
      if (!matched) return matched.error();
      if (!*matched) return wrong(at, "is not written as it must be");
    }
    if (const auto* ways = find(schema, "anyOf")) {
      const bool some = std::any_of(ways->begin(), ways->end(), [&](const Json& way) {
        return static_cast<bool>(check(way, value, at));
      });
      if (!some) return wrong(at, "has none of the forms it may have");
    }
    if (value.is_object()) return check_object(schema, value, at);
    if (value.is_array()) return check_array(schema, value, at);
    return Done{};
  }

 private:
  static const Json* find(const Json& json, const std::string& name) {
    const auto found = json.find(name);
    return found != json.end() ? &*found : nullptr;
  }
  static Outcome wrong(const std::string& at, const std::string& what) {
    return Error{ErrorKind::unverified,
                 fmt::format("'{}' {}", at.empty() ? "/" : at, what)};
  }

  Outcome check_object(const Json& schema, const Json& value, const std::string& at) {
    const Json* properties = find(schema, "properties");
    const Json* others = find(schema, "additionalProperties");
    if (const auto* required = find(schema, "required"))
      for (const Json& name : *required)
        if (!value.contains(name.get<std::string>()))
          return wrong(at + "/" + name.get<std::string>(), "is missing");
    for (const auto& [name, part] : value.items()) {
      const Json* known = properties != nullptr ? find(*properties, name) : nullptr;
      if (known == nullptr) known = others;
      if (known == nullptr) continue;
      const std::string place = fmt::format("{}/{}", at, name);
      if (known->is_boolean()) {
        if (!known->get<bool>()) return wrong(place, "should not be there");
        continue;
      }
      if (auto ok = check(*known, part, place); !ok) return ok;
    }
    return Done{};
  }

  Outcome check_array(const Json& schema, const Json& value, const std::string& at) {
    if (const auto* least = find(schema, "minItems");
        least != nullptr && value.size() < *least)
      return wrong(at, "has too few parts");
    if (const auto* most = find(schema, "maxItems");
        most != nullptr && value.size() > *most)
      return wrong(at, "has too many parts");
    const Json* items = find(schema, "items");
    for (std::size_t i = 0; items != nullptr && i < value.size(); ++i)
      if (auto ok = check(*items, value[i], fmt::format("{}/{}", at, i)); !ok)
        return ok;
    return Done{};
  }

  const Json& root_;
};

}  // namespace

Outcome check_schema(const Json& schema, const Json& value) {
  return Checker(schema).check(schema, value, "");
}

const Json* certificate_part(const std::string& mechanism) {
  for (const Json& part : certificate_parts()) {
    const Json& names = part["properties"]["mechanism"]["properties"]["name"]["enum"];
    if (std::find(names.begin(), names.end(), mechanism) != names.end()) return &part;
  }
  return nullptr;
}

}  // namespace selvage
