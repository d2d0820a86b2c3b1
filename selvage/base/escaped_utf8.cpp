#include "selvage/base/escaped_utf8.hpp"

#include "selvage/base/utf8.hpp"

namespace selvage {
std::string escaped_utf8(std::string_view text) {
  if (text.find("\\x") == std::string_view::npos && utf8_part(text) == text)
    return std::string(text);
  constexpr char kDigits[] = "0123456789abcdef";
  std::string result;
  while (!text.empty()) {
    const auto character = first_code_point(text);
    const std::size_t bytes = character ? character->bytes : 1;
    if (!character) {
      const auto byte = static_cast<unsigned char>(text[0]);
      result += "\\x";
      result += kDigits[byte / 16];
      result += kDigits[byte % 16];
    } else if (text[0] == '\\') {
      result += "\\\\";
    } else {
      result += text.substr(0, bytes);
    }
    text.remove_prefix(bytes);
  }
  return result;
}

}  // namespace selvage
