#include "selvage/release/harmless_key.hpp"

#include <string_view>

#include "selvage/base/rational.hpp"
#include "selvage/base/spelled_out.hpp"

namespace selvage {
namespace {

// Whether it begins as a formula, behind any number of apostrophes.
bool is_formula(const std::string& text) {
  const auto begin = text.find_first_not_of('\'');
  const auto first = text.find_first_not_of(' ', begin);
  return begin != std::string::npos && first != std::string::npos &&
         std::string_view("=+-@").find(text[first]) != std::string_view::npos &&
         !Rational::parse(text);
}

}  // namespace

std::string harmless_key(const std::string& key) {
  std::string result = spelled_out(key);
  return is_formula(result) ? "'" + result : result;
}

std::string without_apostrophe(const std::string& field) {
  return field.starts_with('\'') && is_formula(field) ? field.substr(1) : field;
}

}  // namespace selvage
