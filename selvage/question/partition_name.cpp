#include "selvage/question/partition_name.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/escaped_utf8.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

// Quoted where it has other signs than these, so that no two lists of words make the
// same name.
std::string partition_word(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != 0 && std::strchr("_.,:@?+-/", c) != nullptr);
  });
  return plain ? text : Json(escaped_utf8(text)).dump();
}

}  // namespace

std::string partition_name(const Json& question, const std::string& version) {
  const auto text = [](const Json& json, const char* name) {
    return json.at(name).get<std::string>();
  };
  std::string name;
  for (const Json& column : question.at("columns")) {
    if (!name.empty()) name += " x ";
    name += fmt::format("{}={}", partition_word(text(column, "name")),
                        partition_word(text(column, "domain")));
    // A file can change while its name does not.
    if (column.contains("keys") && text(column, "domain").starts_with('@'))
      name += fmt::format(" #{}", text(column, "keys"));
    if (text(column, "missing") == "drop") name += " without missing";
  }
  if (name.empty()) name = "everybody";
  if (const Json& person = question.at("person"); person.is_object())
    name += fmt::format(" of {}", partition_word(text(person, "column")));
  if (question.contains("delimiter"))
    name += fmt::format(" split by {}", partition_word(text(question, "delimiter")));
  if (question.contains("decimal")) name += " with a decimal comma";
  if (question.contains("date_format"))
    name += fmt::format(" dated {}", partition_word(text(question, "date_format")));
  if (question.contains("trim_blanks")) name += " trimmed";
  if (!version.empty()) name += fmt::format(" at {}", partition_word(version));
  if (const Json& where = question.at("where"); where.is_string())
    name += fmt::format(" where {}", escaped_utf8(where.get<std::string>()));
  return name;
}

}  // namespace selvage
