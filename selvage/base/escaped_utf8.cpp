#include "selvage/base/escaped_utf8.hpp"

namespace selvage {
namespace {

// The length of the code point at the start of the text, 0 if there is none: overlong
// forms, surrogates and values beyond U+10FFFF are not UTF-8.
std::size_t code_point_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const bool overlong =
      (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
  const bool beyond =
      (lead == 0xed && byte(1) >= 0xa0) || (lead == 0xf4 && byte(1) >= 0x90);
  return overlong || beyond ? 0 : size;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = code_point_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

std::string escaped_utf8(std::string_view text) {
  if (text.find("\\x") == std::string_view::npos && is_utf8(text))
    return std::string(text);
  constexpr char kDigits[] = "0123456789abcdef";
  std::string result;
  while (!text.empty()) {
    const std::size_t length = code_point_length(text);
    if (length == 0) {
      const auto byte = static_cast<unsigned char>(text[0]);
      result += "\\x";
      result += kDigits[byte / 16];
      result += kDigits[byte % 16];
    } else if (text[0] == '\\') {
      result += "\\\\";
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

}  // namespace selvage
