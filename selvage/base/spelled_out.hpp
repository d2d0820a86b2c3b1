// Text from anywhere without the characters that do something instead of being seen.
#pragma once
#include <string>
#include <string_view>

namespace selvage {

// C0, DEL, C1, zero width, direction marks and overrides, separators of lines, the byte
// order mark, noncharacters.
constexpr bool is_acting(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c ||
         (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) ||
         (c & 0xfffe) == 0xfffe || (c >= 0xe0000 && c <= 0xe007f);
}

// Acting characters and bytes that are not UTF-8 as \x1b or \u{202e}; with `ascii`
// every character beyond it too.
std::string spelled_out(std::string_view text, bool ascii = false);

}  // namespace selvage
