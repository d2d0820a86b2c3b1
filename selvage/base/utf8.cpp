#include "selvage/base/utf8.hpp"

namespace selvage {

std::optional<CodePoint> first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const char32_t lead = byte(0);
  if (lead < 0x80) return CodePoint{lead, 1};
  const std::size_t bytes = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return std::nullopt;
  char32_t value = lead & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return std::nullopt;
    value = value << 6 | (byte(i) & 0x3fu);
  }
  const char32_t least = bytes == 2 ? 0x80 : bytes == 3 ? 0x800 : 0x10000;
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < least || surrogate || value > 0x10ffff) return std::nullopt;
  return CodePoint{value, bytes};
}

std::string_view utf8_part(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto character = first_code_point(text.substr(at));
    if (!character) break;
    at += character->bytes;
  }
  return text.substr(0, at);
}

bool is_utf8(std::string_view text) { return utf8_part(text).size() == text.size(); }

}  // namespace selvage
